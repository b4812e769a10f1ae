import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import type { OwnTag } from "./list-tags.server.ts";
import { type PetName, PetSelect } from "./pet-select.tsx";
import { TagDialog } from "./tag-dialog.tsx";

/** Dialog to choose the pet that wears the tag. */
export function LinkDialog({ tag, pets, look = "entry" }: { tag: OwnTag; pets: PetName[]; look?: "entry" | "quick" }) {
  const { t } = useTranslation();
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
          full={look === "entry"}
          size="sm"
          variant={look === "entry" ? "ghost" : "brand"}
          className={cx("whitespace-nowrap", look === "quick" && "@max-2xl:min-h-8 @max-2xl:py-1")}
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
