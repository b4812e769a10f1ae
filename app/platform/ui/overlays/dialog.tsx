import X from "lucide-react/icons/x";
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { buttonClass } from "../button.tsx";
import { cx } from "../cx.ts";

const sizes = { sm: "md:max-w-md", md: "md:max-w-xl" };

type ButtonElement = ReactElement<ComponentProps<"button">>;

export interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  /** Button that opens the dialog. */
  trigger?: ButtonElement;
  footer?: ReactNode;
  size?: keyof typeof sizes;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Element that is focused on closing; by default the one that was focused before. */
  finalFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

const Close = createContext<() => void>(() => undefined);

/** Native modal dialog: centred on wide screens, at the bottom edge of narrow ones. Only rendered while open. */
export function Dialog({ trigger, ...props }: DialogProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const isOpen = props.open ?? isOwnOpen;
  if (isOpen && !isDrawn) setDrawn(true);

  function change(open: boolean) {
    setOwnOpen(open);
    if (open !== isOpen) props.onOpenChange?.(open);
  }
  function press(event: MouseEvent<HTMLButtonElement>) {
    trigger?.props.onClick?.(event);
    if (!event.defaultPrevented) change(true);
  }
  return (
    <>
      {trigger && cloneElement(trigger, { onClick: press, "aria-haspopup": "dialog" })}
      {isDrawn && typeof document !== "undefined"
        ? createPortal(
            <Window {...props} isOpen={isOpen} onClosed={() => change(false)} onGone={() => setDrawn(false)} />,
            document.body,
          )
        : null}
    </>
  );
}

type WindowProps = Omit<DialogProps, "trigger" | "open"> & {
  isOpen: boolean;
  onClosed: () => void;
  /** Called after the closing animation. */
  onGone: () => void;
};

/**
 * Keeps the second half of a double press from the page below, once the first has closed the dialog: it would follow
 * the link there and abort what was confirmed.
 */
function ignoreSecondPress({ detail, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  if (detail === 0) return;
  const ignore = (next: globalThis.MouseEvent) => {
    const isSamePlace = Math.hypot(next.clientX - clientX, next.clientY - clientY) < 16;
    if (!isSamePlace || (next.target as Element).closest("dialog")) return;
    next.preventDefault();
    next.stopPropagation();
  };
  addEventListener("click", ignore, true);
  setTimeout(() => removeEventListener("click", ignore, true), 500);
}

function Window(props: WindowProps) {
  const { title, description, closeLabel, footer, size = "md", isOpen, onClosed, onGone, finalFocus, children } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen) element?.close();
  }, [isOpen]);

  const close = () => dialog.current?.close();
  async function closed() {
    onClosed();
    finalFocus?.current?.focus();
    await Promise.allSettled(dialog.current?.getAnimations().map(({ finished }) => finished) ?? []);
    if (!dialog.current?.open) onGone();
  }
  return (
    <Close value={close}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself */}
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-text` : undefined}
        // A selection dragged out of the dialog must not close it.
        onPointerDown={(event) => {
          isPressedOutside.current = event.target === event.currentTarget;
        }}
        onClickCapture={ignoreSecondPress}
        onClick={(event) => {
          if (event.target === event.currentTarget && isPressedOutside.current) close();
        }}
        onClose={(event) => {
          if (event.target === event.currentTarget) void closed();
        }}
        className={cx("modal window bg-surface text-ink shadow-2 print:hidden", sizes[size])}
      >
        <div className="flex max-h-[92dvh] flex-col">
          <div className="px-5 pt-6 md:px-7">
            <h2 id={`${id}-title`} className="pe-10 text-lg leading-snug">
              {title}
            </h2>
            {description && (
              <p id={`${id}-text`} className="mt-1 text-sm text-ink-2">
                {description}
              </p>
            )}
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
          {/* Last, so that the dialog's content is focused first. */}
          <button
            type="button"
            aria-label={closeLabel}
            onClick={close}
            className={cx(buttonClass({ variant: "quiet", size: "sm", square: true }), "absolute! end-3 top-4")}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      </dialog>
    </Close>
  );
}

/** Button that closes its dialog. */
export function DialogClose({ render }: { render: ButtonElement }) {
  const close = use(Close);
  return cloneElement(render, { onClick: close });
}
