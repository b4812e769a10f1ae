import { type AnyColumn, and, type SQL, sql } from "drizzle-orm";

/** Escapes a text for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** A LIKE pattern that finds `text` anywhere. */
export function formatLikePattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Condition that a column made by `ar_norm()` contains the word. */
function holdsWord(column: AnyColumn, word: string): SQL {
  return sql`${column} like ${formatLikePattern(word)}`;
}

/** Condition that a column contains every word (of `searchWords`); undefined without words. */
export function matchesWords(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => holdsWord(column, word)));
}

/** Condition that a column contains each word or a similar one; a trigram index covers it. */
export function matchesWordsLoosely(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`(${holdsWord(column, word)} or ${word} <% ${column})`));
}
