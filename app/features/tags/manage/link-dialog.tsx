import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Dialog, DialogClose } from "#app/platform/ui/overlays/dialog.tsx";
import type { OwnTag } from "./list-tags.server.ts";
import { type PetName, PetSelect } from "./pet-select.tsx";

/** Asks which pet wears the tag. */
export function LinkDialog({ tag, pets, look = "entry" }: { tag: OwnTag; pets: PetName[]; look?: "entry" | "quick" }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const action = tag.petId ? t("tags.changeLink") : t("tags.link");
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={setOpen}
      title={action}
      description={<bdi>{tag.label ?? tag.code}</bdi>}
      closeLabel={t("form.close")}
      trigger={
        <Button
          full={look === "entry"}
          size="sm"
          variant={look === "entry" ? "ghost" : "brand"}
          className={cx("whitespace-nowrap", look === "quick" && "@max-2xl:min-h-8 @max-2xl:py-1")}
        >
          {action}
        </Button>
      }
    >
      <Form method="post" preventScrollReset className="grid gap-5" onSubmit={() => setOpen(false)}>
        <input type="hidden" name="tagId" value={tag.id} />
        <Field label={t("tags.pet")} requiredMessage={t("tags.selectPet")}>
          <PetSelect name="petId" pets={pets} empty={t("tags.choosePet")} defaultValue={tag.petId ?? ""} required />
        </Field>
        <div className="flex justify-end gap-3">
          <DialogClose render={<Button variant="ghost">{t("form.cancel")}</Button>} />
          <SubmitButton name="intent" value="link" match={{ tagId: tag.id }}>
            {action}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
