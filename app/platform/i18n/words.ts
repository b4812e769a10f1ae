import type { ParseKeys } from "i18next";

/** A translation key such as `tags.ownedByAnother`, checked by i18next's types. */
export type WordKey = ParseKeys;

/** Translates a key with parameters (`count` selects the plural form). */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;
