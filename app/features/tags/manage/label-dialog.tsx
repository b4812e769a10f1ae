import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Dialog, DialogClose } from "#app/platform/ui/overlays/dialog.tsx";
import { maxLabelLength } from "../tags.rules.ts";
import type { OwnTag } from "./list-tags.server.ts";

/** The owner's own name for a tag, by which they tell one collar from another. */
export function LabelDialog({ tag }: { tag: OwnTag }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={setOpen}
      title={t("tags.labelTitle")}
      description={t("tags.labelText")}
      closeLabel={t("form.close")}
      trigger={
        <Button full size="sm" variant="ghost">
          {t("tags.labelAction")}
        </Button>
      }
    >
      <Form method="post" preventScrollReset className="grid gap-5" onSubmit={() => setOpen(false)}>
        <input type="hidden" name="tagId" value={tag.id} />
        <Field label={t("tags.label")} mark={t("form.optional")}>
          <TextInput
            name="label"
            defaultValue={tag.label ?? ""}
            maxLength={maxLabelLength}
            dir="auto"
            autoComplete="off"
          />
        </Field>
        <div className="flex justify-end gap-3">
          <DialogClose render={<Button variant="ghost">{t("form.cancel")}</Button>} />
          <SubmitButton name="intent" value="label" match={{ tagId: tag.id }}>
            {t("form.save")}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
