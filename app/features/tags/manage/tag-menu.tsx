import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Menu } from "#app/platform/ui/overlays/menu.tsx";
import { WriteDialog } from "../nfc/write-dialog.tsx";
import { maxLabelLength, tagMarks } from "../tags.rules.ts";
import type { OwnTag } from "./list-tags.server.ts";
import type { PetName } from "./pet-select.tsx";
import { LinkDialog, TagDialog } from "./tag-dialog.tsx";

/** Dialog for the owner's label of a tag, which distinguishes one collar from another. */
function LabelDialog({ tag }: { tag: OwnTag }) {
  const t = useT();
  return (
    <TagDialog
      tagId={tag.id}
      intent="label"
      title={t("tags.labelTitle")}
      description={t("tags.labelText")}
      submitLabel={t("form.save")}
      trigger={
        <Button full size="sm" variant="ghost">
          {t("tags.labelAction")}
        </Button>
      }
    >
      <Field label={t("tags.label")} mark={t("form.optional")}>
        <TextInput
          name="label"
          defaultValue={tag.label ?? ""}
          maxLength={maxLabelLength}
          dir="auto"
          autoComplete="off"
        />
      </Field>
    </TagDialog>
  );
}

/** Dialog to mark a tag as lost or stolen; scans then say so and still reach the owner. */
function MarkDialog({ tag }: { tag: Pick<OwnTag, "id" | "code" | "label"> }) {
  const t = useT();
  return (
    <TagDialog
      tagId={tag.id}
      intent="mark"
      title={t("tags.mark.title")}
      description={<bdi>{tag.label ?? tag.code}</bdi>}
      submitLabel={t("tags.mark.action")}
      trigger={
        <Button full size="sm" variant="ghost">
          {t("tags.mark.action")}
        </Button>
      }
    >
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
    </TagDialog>
  );
}

/** Menu of less common actions on a tag; each asks for confirmation when it takes something away from finders. */
export function TagMenu({ tag, pets, publicUrl }: { tag: OwnTag; pets: PetName[]; publicUrl: string }) {
  const t = useT();
  const button = (intent: string, label: string, isDanger = false) => (
    <SubmitButton full size="sm" variant={isDanger ? "lost" : "ghost"} name="intent" value={intent}>
      {label}
    </SubmitButton>
  );
  const ask = (trigger: ReturnType<typeof button>, title: string, description: string, confirmLabel: string) => (
    <ConfirmDialog trigger={trigger} title={title} description={description} confirmLabel={confirmLabel} />
  );
  return (
    <Menu label={`${t("tags.more")}: ${tag.code}`}>
      {pets.length > 0 && <LinkDialog tag={tag} pets={pets} />}
      <LabelDialog tag={tag} />
      {tag.status === "active" ? (
        <ButtonLink to={`${href("/dashboard/settings/test-my-tag")}?tag=${tag.id}`} variant="ghost" size="sm" full>
          {t("tags.test")}
        </ButtonLink>
      ) : null}
      <WriteDialog code={tag.code} publicUrl={publicUrl} />
      {!tag.mark && <MarkDialog tag={tag} />}
      {!tag.replacedAt && !tag.successorCode && (
        <ButtonLink
          to={href("/dashboard/tags-management/:tagId/replace", { tagId: tag.id })}
          variant="ghost"
          size="sm"
          full
        >
          {t("replacement.action")}
        </ButtonLink>
      )}
      <AppForm values={{ tagId: tag.id }} preventScrollReset className="grid gap-2">
        {tag.mark && (
          <>
            <input type="hidden" name="mark" value="back" />
            {button("mark", t("tags.mark.back"))}
          </>
        )}
        {tag.replaceAskedAt
          ? ask(
              button("keep", t("replacement.keep")),
              t("replacement.keepTitle"),
              t("replacement.keepText"),
              t("replacement.keep"),
            )
          : null}
        {tag.petId
          ? ask(
              button("unlink", t("tags.unlink")),
              t("tags.unlinkTitle"),
              t("tags.unlinkText", { name: tag.petName ?? "" }),
              t("tags.unlink"),
            )
          : null}
        {tag.status === "active"
          ? ask(
              button("deactivate", t("tags.deactivate")),
              t("tags.deactivateTitle"),
              t("tags.deactivateText"),
              t("tags.deactivate"),
            )
          : button("activate", t("tags.activate"))}
        {ask(button("remove", t("tags.remove"), true), t("tags.removeTitle"), t("tags.removeText"), t("tags.remove"))}
      </AppForm>
    </Menu>
  );
}
