import { eq } from "drizzle-orm";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import type { PetCorrection } from "#app/features/pets/pets.forms.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { updatePetLooks } from "./admin-pets.server.ts";

interface Corrected {
  /** The pet's version after the correction. */
  version: number;
  looks: Partial<typeof pets.$inferSelect>;
}

async function lockPet({ db }: AppContext, petId: string) {
  const [pet] = await db.select().from(pets).where(eq(pets.id, petId)).for("no key update");
  if (!pet) throw notFound();
  if (pet.removedAt) throw new AppError("adminPets.bulk.isRemoved", 409);
  return pet;
}

/** Applies one correction to many pets. Rejects a removed pet and one that already matches. */
export const correctPets: BulkAction<PetCorrection> = {
  kind: "pets.correct",
  async apply(tx, admin, petId, correction): Promise<Corrected> {
    const pet = await lockPet(tx, petId);
    const { type = pet.type } = correction;
    const looks = { ...correction, otherType: type === "other" ? pet.otherType : null };
    const changed = (Object.keys(looks) as (keyof typeof looks)[]).filter((name) => looks[name] !== pet[name]);
    if (changed.length === 0) throw new AppError("adminPets.bulk.sameAlready", 409);
    const { version } = await updatePetLooks(tx, admin, pet, looks);
    return { version, looks: Object.fromEntries(changed.map((name) => [name, pet[name]])) };
  },
  async undo(tx, admin, petId, before) {
    const { version, looks } = before as Corrected;
    const pet = await lockPet(tx, petId);
    if (pet.version !== version) throw new AppError("adminPets.bulk.changedSince", 409);
    await updatePetLooks(tx, admin, pet, looks);
  },
};

export const petBulkActions = [correctPets] as const;
