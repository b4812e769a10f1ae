import { foldForSearch, searchWords } from "../i18n/arabic-fold.rules.ts";
import { foldDigits } from "../i18n/digits.rules.ts";
import { asLine } from "../i18n/plain-text.ts";

/** Digits at the end that tell a phone number apart, whatever country code or zero stands before them. */
const tellingDigits = 9;

/**
 * The last digits of a phone number however it is written (`+20 100 123-4567`, `0100 1234567`, `٠١٠٠…`), as it is stored;
 * null for a text that is no phone number.
 */
function readPhoneDigits(text: string): string | null {
  const folded = foldDigits(text).trim();
  if (!/^\+?[\d\s().\-/]+$/.test(folded)) return null;
  const digits = folded.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length < 7 ? null : digits.slice(-tellingDigits);
}

/**
 * What a search looks for, folded: each of its words, or the phone number that it is, in the spellings that a stored text
 * may have it in, one of which is enough.
 */
export function readSearchTerms(text: string): string[][] {
  const phone = readPhoneDigits(text);
  if (phone) return [[phone, asLine(foldForSearch(text))]];
  return searchWords(text).map((word) => {
    const digits = readPhoneDigits(word);
    return digits ? [digits, word] : [word];
  });
}
