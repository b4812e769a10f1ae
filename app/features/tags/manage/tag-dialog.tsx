import { type ComponentProps, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Dialog, DialogClose } from "#app/platform/ui/overlays/dialog.tsx";

interface TagDialogProps extends Pick<ComponentProps<typeof Dialog>, "title" | "description" | "trigger"> {
  tagId: string;
  intent: string;
  submitLabel: string;
  /** The form's fields. */
  children: ReactNode;
}

/** Small dialog with one form about a tag; closes on submit. */
export function TagDialog({ tagId, intent, submitLabel, children, ...dialog }: TagDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog {...dialog} size="sm" open={open} onOpenChange={setOpen} closeLabel={t("form.close")}>
      <Form method="post" preventScrollReset className="grid gap-5" onSubmit={() => setOpen(false)}>
        <input type="hidden" name="tagId" value={tagId} />
        {children}
        <div className="flex justify-end gap-3">
          <DialogClose render={<Button variant="ghost">{t("form.cancel")}</Button>} />
          <SubmitButton name="intent" value={intent} match={{ tagId }}>
            {submitLabel}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
