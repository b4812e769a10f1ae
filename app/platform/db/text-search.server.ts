import { type AnyColumn, and, or, type SQL, sql } from "drizzle-orm";
import { foldForSearch, searchWords } from "../i18n/text/arabic-fold.rules.ts";
import { foldDigits } from "../i18n/text/digits.rules.ts";
import { asLine } from "../i18n/text/plain-text.ts";

/** Escapes a text for use in LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Returns the LIKE pattern that matches `text` anywhere. */
export function formatLikePattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Returns the condition that a column normalised by `ar_norm()` contains the word. */
function containsWord(column: AnyColumn | SQL, word: string): SQL {
  return sql`${column} like ${formatLikePattern(word)}`;
}

/** Returns the condition that a column contains every word (from `searchWords`); undefined if there are none. */
export function matchesWords(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => containsWord(column, word)));
}

/**
 * Returns the condition that a column normalised by `ar_norm()` matches a search text: it contains every word, and
 * phone numbers in any spelling; undefined for an empty text.
 */
export function matchesSearch(column: AnyColumn | SQL, text: string): SQL | undefined {
  return and(
    ...readSearchTerms(text).map((spellings) => or(...spellings.map((spelling) => containsWord(column, spelling)))),
  );
}

/** Returns the condition that a column contains each word or a similar one; uses a trigram index. */
export function matchesWordsLoosely(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`(${containsWord(column, word)} or ${word} <% ${column})`));
}

/** Number of trailing digits that identify a phone number regardless of country code or leading zero. */
const significantDigits = 9;

/**
 * Returns the last digits of a phone number, as stored, however it is written (`+20 100 123-4567`, `0100 1234567`,
 * `٠١٠٠…`); null if the text is not a phone number.
 */
function readPhoneDigits(text: string): string | null {
  const folded = foldDigits(text).trim();
  if (!/^\+?[\d\s().\-/]+\+?$/.test(folded)) return null;
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
