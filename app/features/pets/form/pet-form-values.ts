import type { DefaultValue } from "@conform-to/react";
import type { PetFields } from "../pets.forms.server.ts";
import { shownAtFirst } from "../pets.rules.ts";
import type { PetWithRecords } from "../pets.server.ts";

/** What the form of a new pet begins with: nothing said, and the safe choice of what a finder sees. */
export const newPetValues: DefaultValue<PetFields> = { gender: "unknown", shown: [...shownAtFirst] };

/** A pet as its form shows it. */
export function valuesOf(pet: PetWithRecords): DefaultValue<PetFields> {
  const { id, ownerId, createdAt, updatedAt, photoId, neutered, medical, vet, ...rest } = pet;
  const { petId: _, ...record } = medical ?? { petId: "" };
  const { petId: __, ...doctor } = vet ?? { petId: "" };
  return {
    ...rest,
    neutered: neutered === null ? undefined : neutered ? "yes" : "no",
    weightKg: rest.weightKg === null ? undefined : String(rest.weightKg),
    medical: record,
    vet: doctor,
  };
}
