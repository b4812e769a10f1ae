import {
  type ComponentProps,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "../button.tsx";
import { Dialog, DialogClose } from "./dialog.tsx";

export interface ConfirmDialogProps {
  /** A submit button inside its form. */
  trigger: ReactElement<ComponentProps<"button">>;
  title: ReactNode;
  description?: ReactNode;
  /** Defaults to the trigger's own. */
  confirmLabel?: ReactNode;
  /** Defaults to “Cancel”. */
  cancelLabel?: string | undefined;
  tone?: "lost" | "main";
  /** Called after confirmation, instead of submitting the form. */
  onConfirm?: () => void;
  children?: ReactNode;
}

/**
 * Asks for confirmation before a form is submitted. Once confirmed, submits the trigger's form with the trigger as
 * submitter, so that its name and value are sent; without JavaScript, the trigger submits directly.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useT();
  const {
    trigger,
    title,
    description,
    confirmLabel = trigger.props.children,
    tone = "lost",
    onConfirm,
    children,
  } = props;
  const cancelLabel = props.cancelLabel ?? t("form.cancel");
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function ask(event: MouseEvent<HTMLButtonElement>) {
    trigger.props.onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    button.current = event.currentTarget;
    const { form } = event.currentTarget;
    if (form && !form.noValidate && !form.reportValidity()) return;
    setOpen(true);
  }

  function confirm() {
    setOpen(false);
    if (onConfirm) return onConfirm();
    button.current?.form?.requestSubmit(button.current);
  }

  return (
    <>
      {cloneElement(trigger, { onClick: ask, "aria-haspopup": "dialog" })}
      <Dialog
        size="sm"
        open={open}
        onOpenChange={setOpen}
        finalFocus={button}
        title={title}
        description={description}
        closeLabel={cancelLabel}
        footer={
          <>
            <DialogClose render={<Button variant="ghost">{cancelLabel}</Button>} />
            <Button variant={tone} onClick={confirm}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
    </>
  );
}
