import { type ComponentProps, type ReactNode, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Dialog, DialogClose } from "#app/platform/ui/overlays/dialog.tsx";
import type { OwnTag } from "./list-tags.server.ts";
import { type PetName, PetSelect } from "./pet-select.tsx";

interface TagDialogProps extends Pick<ComponentProps<typeof Dialog>, "title" | "description" | "trigger"> {
  tagId: string;
  intent: string;
  submitLabel: string;
  /** The form's fields. */
  children: ReactNode;
}

/** Small dialog with one form about a tag; closes on submit. */
export function TagDialog({ tagId, intent, submitLabel, children, ...dialog }: TagDialogProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Dialog {...dialog} size="sm" open={open} onOpenChange={setOpen} closeLabel={t("form.close")}>
      <AppForm
        intent={intent}
        values={{ tagId }}
        preventScrollReset
        className="grid gap-5"
        onSubmit={() => setOpen(false)}
      >
        {children}
        <div className="flex justify-end gap-3">
          <DialogClose render={<Button variant="ghost">{t("form.cancel")}</Button>} />
          <SubmitButton>{submitLabel}</SubmitButton>
        </div>
      </AppForm>
    </Dialog>
  );
}

/** Dialog to choose the pet that wears the tag. */
export function LinkDialog({
  tag,
  pets,
  variant = "entry",
}: {
  tag: OwnTag;
  pets: PetName[];
  variant?: "entry" | "quick";
}) {
  const t = useT();
  const action = tag.petId ? t("tags.changeLink") : t("tags.link");
  return (
    <TagDialog
      tagId={tag.id}
      intent="link"
      title={action}
      description={<bdi>{tag.label ?? tag.code}</bdi>}
      submitLabel={action}
      trigger={
        <Button
          full={variant === "entry"}
          size="sm"
          variant="ghost"
          className={cx("whitespace-nowrap", variant === "quick" && "@max-2xl:min-h-8 @max-2xl:py-1")}
        >
          {action}
        </Button>
      }
    >
      <Field label={t("tags.pet")} requiredMessage={t("tags.selectPet")}>
        <PetSelect name="petId" pets={pets} empty={t("tags.choosePet")} defaultValue={tag.petId ?? ""} required />
      </Field>
    </TagDialog>
  );
}
