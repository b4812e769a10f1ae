import { formatDay, formatPartialDay } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { ageOn, habitOf } from "../pets.rules.ts";
import type { PetWithRecords } from "../pets.server.ts";
import { formatBreed, formatColor } from "./breeds-and-colours.ts";
import { formatAge, formatAnimal } from "./pet-texts.ts";

export type PetOfFacts = Pick<
  PetWithRecords,
  | "type"
  | "otherType"
  | "breed"
  | "color"
  | "gender"
  | "neutered"
  | "habit"
  | "birthdate"
  | "weightKg"
  | "microchip"
  | "microchipPlace"
  | "microchipDay"
  | "secondMicrochip"
  | "secondMicrochipPlace"
  | "secondMicrochipDay"
>;

export interface PetFact {
  label: WordKey;
  text: string | null;
  /** `own`: typed by the owner, in any language; `code`: read from left to right. */
  kind?: "own" | "code";
}

/**
 * Returns what is said about a pet itself, in this order, on its page, in shared records and in the vet's PDF. `today`
 * is a calendar day (`YYYY-MM-DD`) of the reader.
 */
export function listPetFacts(t: Translate, pet: PetOfFacts, language: Language, today: string): PetFact[] {
  const { breed, color, neutered, birthdate, weightKg } = pet;
  const habit = habitOf(pet);
  const age = birthdate && ageOn(birthdate, today);
  return [
    { label: "petDetails.kind", text: formatAnimal(t, pet, language), kind: "own" },
    { label: "pets.fields.breed", text: breed && formatBreed(breed, language), kind: "own" },
    { label: "pets.fields.color", text: color && formatColor(color, language), kind: "own" },
    { label: "pets.fields.gender", text: t(`pets.genders.${pet.gender}`) },
    { label: "pets.fields.neutered", text: neutered === null ? null : t(neutered ? "pets.yes" : "pets.no") },
    { label: "pets.fields.habit", text: habit && t(`pets.habit.${habit}`) },
    { label: "pets.fields.birthdate", text: birthdate && formatPartialDay(birthdate, language) },
    { label: "pets.items.age", text: age ? formatAge(t, age) : null },
    { label: "pets.items.weight", text: weightKg === null ? null : t("pets.kilograms", { weight: weightKg }) },
    { label: "pets.fields.microchip", text: pet.microchip, kind: "code" },
    { label: "pets.fields.microchipPlace", text: pet.microchipPlace, kind: "own" },
    { label: "pets.fields.microchipDay", text: pet.microchipDay && formatDay(pet.microchipDay, language) },
    { label: "pets.fields.secondMicrochip", text: pet.secondMicrochip, kind: "code" },
    { label: "pets.fields.secondMicrochipPlace", text: pet.secondMicrochipPlace, kind: "own" },
    {
      label: "pets.fields.secondMicrochipDay",
      text: pet.secondMicrochipDay && formatDay(pet.secondMicrochipDay, language),
    },
  ];
}
