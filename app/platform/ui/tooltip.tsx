import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

/** A hint under the pointer or the focus. Never the only name of a button, and nothing one must know: touch does not see it. */
export function Tooltip({
  text,
  side = "top",
  children,
}: {
  text: ReactNode;
  side?: "top" | "bottom";
  children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={350} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} collisionPadding={8} className="z-70">
          <Base.Popup className="max-w-64 rounded-1 bg-toast px-3 py-1.5 text-xs text-toast-ink shadow-2 transition data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
