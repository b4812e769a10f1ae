import { type CountryCode, getCountries } from "libphonenumber-js/max";
import type { Language } from "#app/platform/i18n/language.ts";

/** ISO 3166-1 alpha-2 codes of every country with a telephone numbering plan. */
export const countryCodes: readonly CountryCode[] = getCountries();

export interface Choice {
  value: string;
  label: string;
}

const home = "EG";
const cache = new Map<Language, Choice[]>();

/** Returns the countries named and sorted in the user's language, Egypt first. */
export function listCountries(language: Language): Choice[] {
  const cached = cache.get(language);
  if (cached) return cached;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const collator = new Intl.Collator(language);
  const all = countryCodes.map((value) => ({ value, label: names.of(value) ?? value }));
  all.sort((a, b) => Number(b.value === home) - Number(a.value === home) || collator.compare(a.label, b.label));
  cache.set(language, all);
  return all;
}
