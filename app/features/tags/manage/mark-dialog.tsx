import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { tagMarks } from "../tags.rules.ts";
import type { OwnTag } from "./list-tags.server.ts";
import { TagDialog } from "./tag-dialog.tsx";

/** Dialog to mark a tag as lost or stolen; scans then say so and still reach the owner. */
export function MarkDialog({ tag }: { tag: Pick<OwnTag, "id" | "code" | "label"> }) {
  const { t } = useTranslation();
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
