import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** Sticky bar with the submit buttons of a long form; focused fields do not scroll beneath it. */
export function SaveBar({ className = "sticky", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-bar
      className={cx(
        "bottom-[calc(1rem+var(--notice-height,0px)+var(--foot-height,0px))] z-10 flex flex-wrap justify-end gap-3 rounded-3 border border-line bg-surface p-3 shadow-2",
        className,
      )}
    >
      {children}
    </div>
  );
}
