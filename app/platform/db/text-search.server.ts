import { type AnyColumn, and, or, type SQL, sql } from "drizzle-orm";
import { readSearchTerms } from "./phone-search.ts";

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
