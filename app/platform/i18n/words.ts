import type { ParseKeys } from "i18next";

/** A key of a text, such as `tags.ownedByAnother`; i18next's types list them. */
export type WordKey = ParseKeys;

/** Translates a key with its parameters (`count` chooses the plural form). */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;
