import X from "lucide-react/icons/x";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { buttonClass } from "../button.tsx";
import { cx } from "../cx.ts";

const sides = {
  start: "start-0 end-auto rounded-e-3 sheet-start",
  end: "start-auto end-0 rounded-s-3 sheet-end",
};

export interface SheetProps {
  side?: keyof typeof sides;
  /** 420 instead of 300 pixels, for contents rather than navigation. */
  isWide?: boolean;
  title: ReactNode;
  /** Shown instead of the title, which screen readers still read. */
  header?: ReactNode;
  closeLabel: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Panel of 300 px that slides in from the side; following a link inside closes it. A native modal dialog: small, and
 * can be closed before scripts have loaded if the browser supports `commandfor`.
 */
export function Sheet(props: SheetProps) {
  const { side = "start", isWide, title, header, closeLabel, open, onOpenChange, footer, children } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open === true && !dialog.current?.open) dialog.current?.showModal();
    if (open === false) dialog.current?.close();
  }, [open]);

  function press(event: MouseEvent<HTMLDialogElement>) {
    const target = event.target as Element;
    const onBackdrop = target === event.currentTarget;
    if (onBackdrop || target.closest("a[href]")) event.currentTarget.close();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself, and links have their own keys */}
      <dialog
        ref={dialog}
        id={id}
        aria-labelledby={`${id}-title`}
        onClick={press}
        onClose={() => onOpenChange?.(false)}
        className={cx(
          "modal sheet fixed inset-y-0 bg-paper text-ink shadow-2 print:hidden",
          isWide && "[inline-size:420px]!",
          sides[side],
        )}
      >
        <div className="flex h-full flex-col">
          <div className="flex min-h-18 items-center ps-5 pe-16">
            {header}
            <h2 id={`${id}-title`} className={header ? "sr-only" : "text-lg"}>
              {title}
            </h2>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-4">{children}</div>
          {footer && (
            <div className="border-t border-line px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">{footer}</div>
          )}
          <button
            type="button"
            aria-label={closeLabel}
            onClick={() => dialog.current?.close()}
            {...closes(id)}
            className={cx(buttonClass({ variant: "quiet", size: "sm", square: true }), "absolute! end-3 top-4")}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      </dialog>
    </>
  );
}

/** Returns the attributes of a button that closes a dialog without scripts; missing in React's types. */
const closes = (target: string): object => ({ command: "close", commandfor: target });
