import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { maxLabelLength } from "../tags.rules.ts";
import type { OwnTag } from "./list-tags.server.ts";
import { TagDialog } from "./tag-dialog.tsx";

/** Dialog for the owner's label of a tag, which distinguishes one collar from another. */
export function LabelDialog({ tag }: { tag: OwnTag }) {
  const { t } = useTranslation();
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
