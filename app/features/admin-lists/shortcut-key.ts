/**
 * Returns the key of a shortcut that a key press means: a lower-case letter regardless of Caps Lock, or `/`. On a
 * layout with other letters, such as the Arabic one, it is the key at the same place of the Latin layout.
 */
export function shortcutKeyOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (/^\p{ASCII}*$/u.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  return code === "Slash" ? "/" : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);
}
