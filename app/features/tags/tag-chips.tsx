import { useTranslation } from "react-i18next";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { OwnTag } from "./list-tags.server.ts";

/** Whether a tag works, and whether it leads to nobody. */
export function TagChips({ tag: { status, petId, mark } }: { tag: Pick<OwnTag, "status" | "petId" | "mark"> }) {
  const { t } = useTranslation();
  const isActive = status === "active";
  return (
    <span className="flex flex-wrap gap-2">
      <Chip tone={isActive ? "ok" : "plain"} dot>
        {t(`tags.statuses.${status}`)}
      </Chip>
      {isActive && !petId ? <Chip tone="sun">{t("tags.states.unlinked")}</Chip> : null}
      {mark ? <Chip tone="lost">{t(`tags.mark.${mark}`)}</Chip> : null}
    </span>
  );
}
