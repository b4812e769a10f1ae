/** The key that presses a button (`aria-keyshortcuts`), beside its words; only where there is a keyboard. */
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
