import { alphabet, checkCharacter, codeKey } from "#app/features/tags/tag-code.rules.ts";

/** Number of random characters before the check character. */
export const randomLength = 5;

/** The check character of tag codes expects eleven characters; leading zeros do not change its sum. */
const checkCharacterOf = (random: string) => checkCharacter(random.padStart(11, "0"));

/**
 * Formats an order number, such as `AL-26-7K3M9Q`: year, five random characters that do not reveal the number of
 * orders, and a check character.
 */
export function formatOrderNumber(year: number, random: string): string {
  return `AL-${String(year % 100).padStart(2, "0")}-${random}${checkCharacterOf(random)}`;
}

/**
 * Parses an order number as typed or spelled out: any letter case, Arabic digits, look-alike letters, with or without
 * hyphens. Returns null for an invalid number or a wrong check character.
 */
export function parseOrderNumber(text: string): string | null {
  // `codeKey` maps L to 1.
  const match = /^A1(\d\d)([0-9A-HJKMNP-TV-Z]{5})([0-9A-HJKMNP-TV-Z])$/.exec(codeKey(text));
  if (!match) return null;
  const [, year = "", random = "", check] = match;
  return checkCharacterOf(random) === check ? `AL-${year}-${random}${check}` : null;
}

export { alphabet as numberAlphabet };
