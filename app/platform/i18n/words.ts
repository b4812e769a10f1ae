import type { ParseKeys } from "i18next";

/** A key of the product's words, such as `tags.ownedByAnother`; the shell tells i18next which keys there are. */
export type WordKey = ParseKeys;

type ArabicForm = "zero" | "one" | "two" | "few" | "many" | "other";
type IsPlural<Key> = Key extends `${infer Base}_${"one" | "other"}` ? Base : never;

/**
 * The shape the Arabic words must have: every English key, and for each plural key all six forms that Arabic counts
 * with (CLDR plural rules for `ar`).
 */
export type ArabicOf<English> = {
  [Key in keyof English as IsPlural<Key> extends never ? Key : never]: English[Key] extends string
    ? string
    : ArabicOf<English[Key]>;
} & {
  [Key in keyof English as IsPlural<Key> extends never ? never : `${IsPlural<Key>}_${ArabicForm}`]: string;
};

/** Says a key in one language, with its parameters put in (`count` chooses the plural form). */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;
