import { type AnyColumn, and, type SQL, sql } from "drizzle-orm";

/** A text as LIKE takes it: `%`, `_` and `\\` are ordinary signs. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** A pattern for LIKE that finds `text` as it is written, wherever it stands. */
export function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** Whether a column made by `ar_norm()` holds the word. */
function holdsWord(column: AnyColumn, word: string): SQL {
  return sql`${column} like ${containing(word)}`;
}

/** Whether it holds every word (of `searchWords`); without words everything does. */
export function holdsWords(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => holdsWord(column, word)));
}

/** Whether each word, or one spelled almost like it, is there. A trigram index on the column answers this too. */
export function almostHoldsWords(column: AnyColumn, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`(${holdsWord(column, word)} or ${word} <% ${column})`));
}
