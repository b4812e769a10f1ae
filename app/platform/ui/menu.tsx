import Ellipsis from "lucide-react/icons/ellipsis";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * A few rare actions behind three dots; native, so it opens without JavaScript. With it, it closes when one of its forms
 * is sent, on Escape and when something else is pressed; a dialog that it opened is no such thing.
 */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => box.current?.removeAttribute("open");
    const onPress = ({ target }: PointerEvent) => {
      const isElsewhere = target instanceof Element && !box.current?.contains(target) && !target.closest("dialog");
      if (isElsewhere) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !box.current?.contains(document.activeElement)) return;
      close();
      box.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, []);

  return (
    <details
      ref={box}
      name="menu"
      className="group/menu relative w-fit"
      onSubmit={() => box.current?.removeAttribute("open")}
    >
      <summary
        aria-label={label}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-full text-ink-2 hover:bg-sunken group-open/menu:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Ellipsis aria-hidden className="size-5" />
      </summary>
      <div className="absolute end-0 z-20 mt-1 grid w-52 gap-2 rounded-2 border border-line bg-surface p-3 shadow-2">
        {children}
      </div>
    </details>
  );
}
