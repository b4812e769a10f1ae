import type { AwaitedTag } from "#app/features/tags/replacements.server.ts";
import type { TagMark } from "#app/features/tags/tags.rules.ts";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import {
  Confirmation,
  type FinderPageContext,
  HaveForm,
  OutageNote,
  PlaceForm,
  ReachedNote,
} from "./finder-parts.server.tsx";

/** Note that this tag was replaced; it still reaches its owner. */
export function ReplacedNote({
  pageContext: { t, isReplaced },
  isOwner,
}: {
  pageContext: FinderPageContext;
  isOwner: boolean;
}) {
  return isReplaced ? (
    <div className="note">
      <b>{t("finderPage.finder.replaced.title")}</b>
      <p>{t(isOwner ? "finderPage.finder.replaced.yours" : "finderPage.finder.replaced.text")}</p>
    </div>
  ) : null;
}

/** Select for which of the claimer's tags this one replaces. */
export function InPlaceChoice({
  pageContext: { t },
  awaited,
}: {
  pageContext: FinderPageContext;
  awaited: AwaitedTag[];
}) {
  return awaited.length > 0 ? (
    <div>
      <label htmlFor="replaces">{t("replacement.inPlaceOf")}</label>
      <select id="replaces" name="replaces">
        {awaited.map(({ id, code, label, petName }) => (
          <option key={id} value={id}>
            {[petName, label, code].filter(Boolean).join("\u00a0· ")}
          </option>
        ))}
        <option value="">{t("replacement.noneOfThem")}</option>
      </select>
    </div>
  ) : null;
}

/** View of a tag marked as lost or stolen: hides the pet, but a finder can still contact the owner. */
export function MarkedView({
  pageContext,
  mark,
  isOwner,
  isNotified,
  notice,
}: {
  pageContext: FinderPageContext;
  mark: TagMark;
  isOwner: boolean;
  isNotified: boolean;
  notice: string | null;
}) {
  const { t } = pageContext;
  return (
    <>
      <div className="hero">
        <TagDrawing metal="steel" />
      </div>
      <div className="sheet">
        <h1>{t(`finderPage.finder.marked.titles.${mark}`)}</h1>
        {notice ? <Confirmation>{notice}</Confirmation> : null}
        <OutageNote pageContext={pageContext} />
        <ReplacedNote pageContext={pageContext} isOwner={isOwner} />
        <ReachedNote
          t={t}
          isOwner={isOwner}
          isNotified={isNotified}
          ownerText={t("finderPage.finder.marked.yours")}
          notifiedText={t("finderPage.finder.ownerAlerted")}
        />
        <p>{t(`finderPage.finder.marked.texts.${mark}`)}</p>
        {isOwner ? null : (
          <>
            <HaveForm pageContext={pageContext} label={t("finderPage.finder.marked.have")} />
            <p className="free">{t("finderPage.finder.free")}</p>
            <PlaceForm pageContext={pageContext} />
          </>
        )}
      </div>
    </>
  );
}
