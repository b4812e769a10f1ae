import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import type { ReactElement, ReactNode, RefObject } from "react";
import { buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";

const sizes = { sm: "md:max-w-md", md: "md:max-w-xl", lg: "md:max-w-3xl" };

const backdropClass =
  "fixed inset-0 z-50 bg-[rgb(13_24_23/.5)] backdrop-blur-[2px] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden";

export interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  /** The button that opens it. */
  trigger?: ReactElement;
  footer?: ReactNode;
  size?: keyof typeof sizes;
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Where the focus goes on closing, if not to the trigger. */
  finalFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

/** A window over the page: in the middle of a wide screen, from the bottom edge of a narrow one. */
export function Dialog(props: DialogProps) {
  const { title, description, closeLabel, trigger, footer, size = "md", finalFocus, children } = props;
  return (
    <Base.Root open={props.open} defaultOpen={props.defaultOpen} onOpenChange={(open) => props.onOpenChange?.(open)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-end md:place-items-center md:p-6">
          <Base.Popup
            finalFocus={finalFocus}
            className={cx(
              "relative flex max-h-[92dvh] w-full flex-col rounded-t-3 bg-surface text-ink shadow-2 outline-none md:max-h-full md:rounded-3 md:border md:border-line",
              "transition duration-300 ease-out data-ending-style:duration-200 data-nested-dialog-open:scale-95",
              "max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full",
              "md:data-ending-style:scale-97 md:data-ending-style:opacity-0 md:data-starting-style:scale-97 md:data-starting-style:opacity-0",
              sizes[size],
            )}
          >
            <div className="px-5 pt-6 md:px-7">
              <Base.Title className="pe-10 text-lg leading-snug">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-sm text-ink-2">{description}</Base.Description>}
            </div>
            {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 md:px-7">{children}</div>}
            <div
              className={cx(
                "flex flex-wrap justify-end gap-3 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-7 md:pb-6",
                footer ? "pt-3 max-md:*:flex-1" : "pt-1",
              )}
            >
              {footer}
            </div>
            {/* Last, so that the focus starts on what the dialog is about. */}
            <Base.Close
              aria-label={closeLabel}
              className={cx(buttonClass({ variant: "quiet", size: "sm", square: true }), "absolute! end-3 top-4")}
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Makes the given button close the dialog it stands in. */
export function DialogClose({ render }: { render: ReactElement }) {
  return <Base.Close render={render} />;
}
