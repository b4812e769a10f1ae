import { microchipNumber } from "#app/features/pets/pets.rules.ts";
import { codeKey, looksGenerated } from "#app/features/tags/tag-code.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";

/**
 * Returns the microchip number in what was typed, scanned or sent by a reader that types like a keyboard: 15 digits (ISO
 * 11784), or the older 9 or 10. Null for anything else, such as a tag's code.
 */
export function readChipNumber(typed: string): string | null {
  const text = foldDigits(typed);
  if (looksGenerated(codeKey(text))) return null;
  const number = microchipNumber(text);
  // Words of nine or ten letters have the form of an old number.
  return number && (number.length === 15 || /\d.*\d.*\d.*\d/.test(number)) ? number : null;
}

/**
 * Makers by the code that the International Committee for Animal Recording (ICAR) has given them. As listed in the guides
 * of peeva.co/microchip-guide (956, 977, 981, 982, 985) and animaldata.com (968, 972), read in November 2026. The
 * register at icar.org has more; a code that is not here is named by its number.
 */
const makers: Record<string, string> = {
  956: "Trovan (AKC Reunite)",
  968: "AEG",
  972: "Planet ID",
  977: "AVID",
  981: "Datamars",
  982: "Allflex (24PetWatch)",
  985: "Destron Fearing (HomeAgain)",
};

/** What the first three digits of a number say. */
export type ChipOrigin =
  /** ISO 3166-1, as two letters: chips of a national scheme. */
  | { kind: "country"; country: string }
  | { kind: "maker"; prefix: string; maker: string }
  | { kind: "otherMaker"; prefix: string }
  /** 900 is shared by makers without a code of their own. */
  | { kind: "shared" }
  /** 999 is for tests, and 000 to 899 without a country are not in use. */
  | { kind: "invalid"; prefix: string }
  /** 9 or 10 digits: older than ISO 11784, without a prefix. */
  | { kind: "old" };

/** Returns where a number comes from (ISO 11784: up to 899 a country of ISO 3166-1, from 900 on a maker). */
export function findOrigin(number: string): ChipOrigin {
  if (number.length !== 15) return { kind: "old" };
  const prefix = number.slice(0, 3);
  if (prefix === "900") return { kind: "shared" };
  if (prefix === "999") return { kind: "invalid", prefix };
  if (prefix > "900") {
    const maker = makers[prefix];
    return maker ? { kind: "maker", prefix, maker } : { kind: "otherMaker", prefix };
  }
  // The Unicode CLDR resolves the numbers of ISO 3166-1 to their letters.
  const country = new Intl.Locale(`und-${prefix}`).region ?? "";
  return /^[A-Z]{2}$/.test(country) && country !== "ZZ" ? { kind: "country", country } : { kind: "invalid", prefix };
}

/** Writes a number in groups that one can compare with a reader: `985 112 003 456 789`. */
export const formatChipNumber = (number: string) =>
  number.length === 10 ? number : number.replace(/(.{3})(?=.)/g, "$1 ");
