import { alphabet, checkCharacter, codeKey } from "#app/features/tags/tag-code.rules.ts";

/** Random characters before the check character. */
export const randomLength = 5;

/** The tags' own check character works on eleven signs; leading zeros change nothing in its sum. */
const checkOf = (drawn: string) => checkCharacter(drawn.padStart(11, "0"));

/** `AL-26-7K3M9Q`: the year, five random characters that tell nobody how many orders there are, and their check. */
export function numberOf(year: number, drawn: string): string {
  return `AL-${String(year % 100).padStart(2, "0")}-${drawn}${checkOf(drawn)}`;
}

/**
 * An order number as somebody typed or read it aloud: any letter case, Arabic digits, look-alike letters, with or
 * without hyphens. Null when it cannot be one or one character of it is off.
 */
export function readNumber(text: string): string | null {
  // The key folds L to 1.
  const match = /^A1(\d\d)([0-9A-HJKMNP-TV-Z]{5})([0-9A-HJKMNP-TV-Z])$/.exec(codeKey(text));
  if (!match) return null;
  const [, year = "", drawn = "", check] = match;
  return checkOf(drawn) === check ? `AL-${year}-${drawn}${check}` : null;
}

export { alphabet as numberAlphabet };
