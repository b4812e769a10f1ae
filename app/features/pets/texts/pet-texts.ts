import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { Age, PetType } from "../pets.rules.ts";
import { formatSpecies } from "./breeds-and-colours.ts";

/** Formats an age: "3 years", "1 year and 4 months", "2 months", "about 3 years". Months are left out for older pets. */
export function formatAge(t: Translate, { years, months }: Age): string {
  if (months === null)
    return years === 0 ? t("pets.age.firstYear") : t("pets.age.about", { age: t("pets.age.years", { count: years }) });
  const inMonths = t("pets.age.months", { count: months });
  if (years === 0) return months === 0 ? t("pets.age.young") : inMonths;
  const inYears = t("pets.age.years", { count: years });
  return years < 3 && months > 0 ? t("pets.age.both", { years: inYears, months: inMonths }) : inYears;
}

/** Returns the pet's type in the reader's language; for "other" the owner's own word, translated if it is known. */
export function formatAnimal(
  t: Translate,
  { type, otherType }: { type: PetType; otherType: string | null },
  language: Language,
): string {
  return type === "other" && otherType ? formatSpecies(otherType, language) : t(`pets.types.${type}`);
}
