import type { ParseKeys } from "i18next";

/** A key of the product's words, such as `tags.ownedByAnother`; the shell tells i18next which keys there are. */
export type WordKey = ParseKeys;

/** Says a key in one language, with its parameters put in (`count` chooses the plural form). */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;
