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
