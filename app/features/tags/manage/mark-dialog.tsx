import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Dialog, DialogClose } from "#app/platform/ui/overlays/dialog.tsx";
import { tagMarks } from "../tags.rules.ts";
import type { OwnTag } from "./list-tags.server.ts";

/** The owner says that a tag is no longer in their hands; whoever scans it then is told, and still reaches them. */
export function MarkDialog({ tag }: { tag: Pick<OwnTag, "id" | "code" | "label"> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={setOpen}
      title={t("tags.mark.title")}
      description={<bdi>{tag.label ?? tag.code}</bdi>}
      closeLabel={t("form.close")}
      trigger={
        <Button full size="sm" variant="ghost">
          {t("tags.mark.action")}
        </Button>
      }
    >
      <Form method="post" preventScrollReset className="grid gap-5" onSubmit={() => setOpen(false)}>
        <input type="hidden" name="tagId" value={tag.id} />
        <RadioCards
          legend={t("tags.mark.what")}
          name="mark"
          required
          options={tagMarks.map((value) => ({
            value,
            title: t(`tags.mark.kinds.${value}`),
            text: t(`tags.mark.texts.${value}`),
          }))}
        />
        <p className="text-sm text-ink-2">{t("tags.mark.text")}</p>
        <div className="flex justify-end gap-3">
          <DialogClose render={<Button variant="ghost">{t("form.cancel")}</Button>} />
          <SubmitButton name="intent" value="mark" match={{ tagId: tag.id }}>
            {t("tags.mark.action")}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
