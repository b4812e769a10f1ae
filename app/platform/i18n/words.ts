import type * as english from "#app/locales/english.ts";

/** `count` of `count_one` and `count_other`. */
type Singular<Key extends string> = Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key;

type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Singular<Key> : `${Key}.${Keys<Tree[Key]>}`;
}[keyof Tree & string];

/** A translation key such as `tags.ownedByAnother`. */
export type WordKey = Keys<typeof english>;

/** Translates a key with parameters (`count` selects the plural form). */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;
