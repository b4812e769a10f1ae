import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";

interface Shown {
  code: string;
  label: string | null;
  petName: string | null;
}

/** Card that shows the tag to be replaced. */
export function OldTag({ tag }: { tag: Shown }) {
  const { t } = useTranslation();
  return (
    <Card pad="sm" tone="brand" className="flex items-center gap-4">
      <TagDrawing metal="steel" className="h-16 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <bdi>{tag.petName ?? t("tags.noPet")}</bdi>
        </p>
        <p className="text-sm text-ink-2 tabular-nums">
          <Ltr>{tag.code}</Ltr>
        </p>
        {tag.label && (
          <p className="text-sm text-ink-2">
            <bdi>{tag.label}</bdi>
          </p>
        )}
      </div>
    </Card>
  );
}
