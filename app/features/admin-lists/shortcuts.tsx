/**
 * Returns the key of a shortcut that a key press means: a lower-case letter regardless of Caps Lock, or `/`. On a
 * layout with other letters, such as the Arabic one, it is the key at the same place of the Latin layout.
 */
export function shortcutKeyOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (/^\p{ASCII}*$/u.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  return code === "Slash" ? "/" : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);
}

/** Shows the key of a button's `aria-keyshortcuts` beside its label; only on devices with a keyboard. */
export function ShortcutHint({ letter }: { letter: string }) {
  return (
    <kbd
      aria-hidden
      dir="ltr"
      className="rounded-1 border border-current/40 px-1.5 font-sans text-xs leading-5 font-normal uppercase opacity-80 pointer-coarse:hidden"
    >
      {letter}
    </kbd>
  );
}
