import { type AnyColumn, and, or, type SQL, sql } from "drizzle-orm";
import { readSearchTerms } from "./phone-search.ts";

/** Escapes a text for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** A LIKE pattern that finds `text` anywhere. */
export function formatLikePattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Condition that a column made by `ar_norm()` contains the word. */
function holdsWord(column: AnyColumn | SQL, word: string): SQL {
  return sql`${column} like ${formatLikePattern(word)}`;
}

/** Condition that a column contains every word (of `searchWords`); undefined without words. */
export function matchesWords(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => holdsWord(column, word)));
}

/**
 * Condition that a column made by `ar_norm()` holds what was searched for: every word, and a phone number in whichever
 * spelling it was typed; undefined when nothing was.
 */
export function matchesSearch(column: AnyColumn | SQL, text: string): SQL | undefined {
  return and(
    ...readSearchTerms(text).map((spellings) => or(...spellings.map((spelling) => holdsWord(column, spelling)))),
  );
}

/** Condition that a column contains each word or a similar one; a trigram index covers it. */
export function matchesWordsLoosely(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`(${holdsWord(column, word)} or ${word} <% ${column})`));
}
