import { photoUrl } from "#app/platform/files/photos.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import type { OwnTag } from "./list-tags.server.ts";

type TagToReplace = Pick<OwnTag, "replacedAt" | "replaceAskedAt" | "successorCode" | "predecessorCode">;

/**
 * Chips for a tag that is inactive or not linked; `onlyExceptions` when a sentence says so already, `besideLink` when
 * the link button does so on phones.
 */
export function TagChips({
  tag,
  onlyExceptions = false,
  besideLink = false,
}: {
  tag: Pick<OwnTag, "status" | "petId" | "mark"> & Partial<TagToReplace>;
  onlyExceptions?: boolean;
  besideLink?: boolean;
}) {
  const t = useT();
  const { status, petId, mark, replacedAt, replaceAskedAt, successorCode, predecessorCode } = tag;
  const isActive = status === "active";
  const hiddenWhenNarrow = besideLink && isActive && !petId ? "@max-2xl:hidden" : undefined;
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {!onlyExceptions && (
        <Chip tone={isActive ? "ok" : "plain"} dot className={hiddenWhenNarrow}>
          {t(`tags.statuses.${status}`)}
        </Chip>
      )}
      {!onlyExceptions && isActive && !petId ? (
        <Chip tone="sun" className={hiddenWhenNarrow}>
          {t("tags.states.unlinked")}
        </Chip>
      ) : null}
      {mark ? <Chip tone="lost">{t(`tags.mark.${mark}`)}</Chip> : null}
      {replacedAt ? (
        <Chip>{t("replacement.states.replaced")}</Chip>
      ) : successorCode ? (
        <Chip tone="info">{t("replacement.states.works")}</Chip>
      ) : replaceAskedAt ? (
        <Chip tone="info">{t("replacement.states.asked")}</Chip>
      ) : null}
      {predecessorCode ? (
        <Chip tone="info">
          <bdi>{t("replacement.states.replaces", { code: `\u2066${predecessorCode}\u2069` })}</bdi>
        </Chip>
      ) : null}
    </span>
  );
}

/** Picture of the pet that wears the tag, or of the tag itself. */
export function TagPortrait({ tag }: { tag: OwnTag }) {
  if (!tag.petId)
    return (
      <span className="grid size-11 shrink-0 place-items-center rounded-[14px] bg-sunken">
        <TagDrawing metal="steel" className="h-9" />
      </span>
    );
  const { petId, petType, photoId } = tag;
  return (
    <Avatar src={photoId ? photoUrl(photoId, 160) : null}>
      <AnimalDrawing kind={petType ?? "other"} seed={petId} background className="size-full" />
    </Avatar>
  );
}
