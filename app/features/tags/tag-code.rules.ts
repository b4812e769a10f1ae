import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";

/** Crockford's base 32, without I, L, O, U, which are read as 1, 1, 0, V. */
export const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const codeLength = 12;

const folds: Record<string, string> = { I: "1", L: "1", O: "0", U: "V" };
const marks = /[\s\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF‐‑‒–—_-]/g;

/**
 * Returns the lookup key of a typed or scanned code: ignores letter case, spaces and hyphens, and folds Arabic and
 * Persian digits and look-alike letters. What an app or a copied address appends (`&fbclid=…`, `?…`, `;…`, `#…`, also
 * encoded, another line) is left out. Empty when nothing usable is left.
 */
export function codeKey(text: string): string {
  return foldDigits(
    text
      .slice(0, 100)
      .replace(/^[^\p{L}\p{N}%]+/u, "")
      .split(/[?&;#|+=\r\n]|%(?:3F|26|3B|23|0A|0D)/i, 1)[0]!,
  )
    .normalize("NFKC")
    .replace(marks, "")
    .toUpperCase()
    .replace(/[ILOU]/g, (character) => folds[character] ?? character)
    .replace(/[^0-9A-Z]/g, "")
    .slice(0, 40);
}

/** Returns the code in the address of a tag on any host, as written there; null if the text is no such address. */
export function codeInAddress(text: string): string | null {
  return /^https?:\/\/[^/?#]+\/(?:t|n|tag)\/([^/?#]+)/i.exec(text)?.[1] ?? null;
}

/** Powers of x and their logarithms in GF(32) over x^5 + x^2 + 1. */
const power: number[] = [];
const log: number[] = [];
for (let exponent = 0, value = 1; exponent < 31; exponent++) {
  power[exponent] = value;
  log[value] = exponent;
  value = value & 16 ? ((value << 1) ^ 0b100101) & 31 : value << 1;
}

function multiplyByPower(a: number, exponent: number): number {
  return a === 0 ? 0 : power[(log[a]! + exponent) % 31]!;
}

/**
 * Returns the last character of a generated code, which makes the sum of x^(11-i)·c_i over GF(32) zero. Every single
 * wrong character and every swap of two different ones changes the sum.
 */
export function checkCharacter(first: string): string {
  let sum = 0;
  for (let place = 0; place < codeLength - 1; place++)
    sum ^= multiplyByPower(alphabet.indexOf(first[place]!), codeLength - 1 - place);
  return alphabet[sum]!;
}

/** Whether a key has the format of a generated code. */
export function looksGenerated(key: string): boolean {
  return key.length === codeLength && [...key].every((character) => alphabet.includes(character));
}

/**
 * Whether a key has the format of a generated code but a wrong check character; distinguishes typos from unknown codes
 * without the database.
 */
export function isMistyped(key: string): boolean {
  return looksGenerated(key) && checkCharacter(key) !== key[codeLength - 1];
}

/** Formats `7K3M9QXR2VHT` as printed and read aloud: `7K3M-9QXR-2VHT`. */
export function formatCode(key: string): string {
  return key.replace(/(.{4})(?=.)/g, "$1-");
}

/** Custom code entered by an administrator: 4 to 32 letters, digits and hyphens. */
export const customCode = /^[A-Z0-9](?:[A-Z0-9-]{2,30})[A-Z0-9]$/;
