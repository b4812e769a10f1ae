import { foldForSearch, searchWords } from "../i18n/arabic-fold.rules.ts";
import { foldDigits } from "../i18n/digits.rules.ts";
import { asLine } from "../i18n/plain-text.ts";

/** Number of trailing digits that identify a phone number regardless of country code or leading zero. */
const significantDigits = 9;

/**
 * Returns the last digits of a phone number, as stored, however it is written (`+20 100 123-4567`, `0100 1234567`,
 * `٠١٠٠…`); null if the text is not a phone number.
 */
function readPhoneDigits(text: string): string | null {
  const folded = foldDigits(text).trim();
  if (!/^\+?[\d\s().\-/]+$/.test(folded)) return null;
  const digits = folded.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length < 7 ? null : digits.slice(-significantDigits);
}

/**
 * Returns the folded search terms of a text, each as a list of spellings of which one must match: one term per word, or
 * a single term if the text is a phone number.
 */
export function readSearchTerms(text: string): string[][] {
  const phone = readPhoneDigits(text);
  if (phone) return [[phone, asLine(foldForSearch(text))]];
  return searchWords(text).map((word) => {
    const digits = readPhoneDigits(word);
    return digits ? [digits, word] : [word];
  });
}
