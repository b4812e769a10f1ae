import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Dialog, DialogClose } from "#app/platform/ui/overlays/dialog.tsx";
import type { TagsView } from "./load-tags.server.ts";
import { type PetName, PetSelect } from "./pet-select.tsx";

export const bulkFormId = "many-tags";

const asked = ["unlink", "deactivate", "remove"] as const;

/** Bar of actions for all selected tags. It appears with the first selection, also without JavaScript. */
export function BulkActionsBar({
  view,
  count,
  refused,
}: {
  view: TagsView;
  count: number;
  refused: FormAnswer | undefined;
}) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(refused?.form.initialValue?.scope === "all");
  const number = isAll ? view.found : count;
  const errors = refused?.form.error?.tagId ?? undefined;
  const labels = { unlink: t("tags.unlink"), deactivate: t("tags.deactivate"), remove: t("tags.remove") };
  const button = (intent: string, label: string, variant: "ghost" | "lost" = "ghost") => (
    <SubmitButton size="sm" variant={variant} name="intent" value={`${intent}-many`}>
      {label}
    </SubmitButton>
  );
  return (
    <Form
      id={bulkFormId}
      method="post"
      preventScrollReset
      aria-label={t("tags.many.label")}
      className="sticky bottom-[calc(0.75rem+var(--notice-height,0px)+var(--foot-height,0px))] z-10 order-last hidden gap-3 rounded-2 border border-line bg-surface p-4 shadow-2 group-has-[[name=tagId]:checked]/tags:grid"
    >
      <input type="hidden" name="expected" value={view.found} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p role="status" className="font-semibold">
          {t("tags.many.ticked", { count: number })}
        </p>
        {view.pageCount > 1 && (
          <Checkbox
            name="scope"
            value="all"
            checked={isAll}
            onChange={(event) => setIsAll(event.currentTarget.checked)}
            label={t("tags.many.all", { count: view.found })}
          />
        )}
      </div>
      <FieldErrors id="many-tags-error" errors={errors} />
      <div className="flex flex-wrap gap-2">
        {view.pets.length > 0 && <LinkMany pets={view.pets} number={number} />}
        {button("activate", t("tags.activate"))}
        {asked.map((change) => (
          <ConfirmDialog
            key={change}
            trigger={button(change, labels[change], change === "remove" ? "lost" : "ghost")}
            title={t(`tags.many.ask.${change}`, { count: number })}
            description={t(`tags.many.why.${change}`)}
            confirmLabel={labels[change]}
            cancelLabel={t("form.cancel")}
          />
        ))}
      </div>
    </Form>
  );
}

function LinkMany({ pets, number }: { pets: PetName[]; number: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [petId, setPetId] = useState("");
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={setOpen}
      title={t("tags.many.ask.link", { count: number })}
      description={t("tags.many.why.link")}
      closeLabel={t("form.close")}
      trigger={
        <Button size="sm" variant="brand">
          {t("tags.link")}
        </Button>
      }
      footer={
        <>
          <DialogClose render={<Button variant="ghost">{t("form.cancel")}</Button>} />
          <SubmitButton
            form={bulkFormId}
            name="intent"
            value="link-many"
            onClick={(event) => {
              if (petId === "") event.preventDefault();
              setMissing(petId === "");
            }}
          >
            {t("tags.link")}
          </SubmitButton>
        </>
      }
    >
      <Field label={t("tags.pet")} errors={isMissing ? [t("tags.selectPet")] : []}>
        <PetSelect
          name="petId"
          form={bulkFormId}
          pets={pets}
          empty={t("tags.choosePet")}
          onChange={(event) => {
            setPetId(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </Field>
    </Dialog>
  );
}
