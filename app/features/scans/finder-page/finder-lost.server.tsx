import type { Lost } from "#app/features/pets/pets.rules.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { FinderPageContext } from "./finder-parts.server.tsx";

/** Since when a pet is missing, and whether there is a reward. */
export function LostChips({
  pageContext: { t, language },
  lost,
}: {
  pageContext: FinderPageContext;
  lost: Lost | null;
}) {
  if (!lost) return null;
  const date = formatDate(lost.since, language, defaultTimeZone, "shortDate");
  return (
    <ul className="chips">
      <li className="chip r">{t("finderPage.finder.lostSince", { date })}</li>
      {lost.reward === null ? null : (
        <li className="chip r">
          {t("finderPage.finder.reward")} <bdi>{lost.reward}</bdi>
        </li>
      )}
    </ul>
  );
}
