import Ellipsis from "lucide-react/icons/ellipsis";
import { type ReactNode, useEffect, useRef } from "react";

const items = "a[href], button:not([disabled])";

/**
 * Menu of actions behind three dots; native, so it opens without JavaScript. With JavaScript, arrow keys move between
 * actions, and it closes when one of its forms is submitted, on Escape and on focus or click outside, except in a
 * dialog that it opened.
 */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => box.current?.removeAttribute("open");
    const onElsewhere = ({ target }: Event) => {
      const isElsewhere = target instanceof Element && !box.current?.contains(target) && !target.closest("dialog");
      if (isElsewhere) close();
    };
    const onKey = (event: KeyboardEvent) => {
      const { activeElement: here } = document;
      if (!box.current?.open || !box.current.contains(here) || here?.closest("dialog")) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") {
        close();
        box.current.querySelector("summary")?.focus();
      } else if (step) {
        event.preventDefault();
        const all = [...box.current.querySelectorAll<HTMLElement>(items)].filter((one) => !one.closest("dialog"));
        const at = all.indexOf(here as HTMLElement);
        all.at(at === -1 && step < 0 ? -1 : (at + step) % all.length)?.focus();
      }
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
      document.removeEventListener("keydown", onKey);
    };
  }, []);

  return (
    <details
      ref={box}
      name="menu"
      className="group/menu relative w-fit"
      onSubmit={() => box.current?.removeAttribute("open")}
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.lastElementChild?.scrollIntoView({ block: "nearest" })
      }
    >
      <summary
        aria-label={label}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-full text-ink-2 hover:bg-sunken group-open/menu:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Ellipsis aria-hidden className="size-5" />
      </summary>
      {/* Has space below, so that the last row's menu can be scrolled above a phone's bottom bar. */}
      <div className="absolute end-0 z-20 mt-1 grid w-52 gap-2 rounded-2 border border-line bg-surface p-3 shadow-2 after:pointer-events-none after:absolute after:top-full after:h-[calc(var(--foot-height,0px)+0.75rem)] after:w-px">
        {children}
      </div>
    </details>
  );
}
