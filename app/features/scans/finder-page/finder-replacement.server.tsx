import type { AwaitedTag } from "#app/features/tags/replacement/replacements.server.ts";
import type { FinderPageContext } from "./finder-parts.server.tsx";

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
            {[petName, label, code].filter(Boolean).join(" · ")}
          </option>
        ))}
        <option value="">{t("replacement.noneOfThem")}</option>
      </select>
    </div>
  ) : null;
}
