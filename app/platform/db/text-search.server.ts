import { type AnyColumn, and, type SQL, sql } from "drizzle-orm";

/** Whether a column made by `ar_norm()` holds the word, as it is written: `%` and `_` are ordinary signs. */
function holdsWord(column: AnyColumn, word: string): SQL {
  return sql`${column} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** Whether it holds every word (of `searchWords`); without words everything does. */
export function holdsWords(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => holdsWord(column, word)));
}

/** Whether each word, or one spelled almost like it, is there. A trigram index on the column answers this too. */
export function almostHoldsWords(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`(${holdsWord(column, word)} or ${word} <% ${column})`));
}
