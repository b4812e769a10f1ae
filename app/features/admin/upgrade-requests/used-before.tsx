import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { ReviewRequest } from "#app/features/plans/review/upgrade-review.server.ts";
import { receiptNumber } from "#app/features/plans/upgrade-requests/upgrade-requests.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Notice about other requests with the same proof picture or payment reference. */
export function UsedBefore({ warnings }: { warnings: ReviewRequest["warnings"] }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  if (warnings.length === 0) return null;
  return (
    <Notice tone="sun">
      <ul className="grid gap-1.5">
        {warnings.map(({ kind, id, number, fullName, status, askedAt, hasProof }) => (
          <li key={`${kind} ${id}`}>
            {t(`upgradeReview.warnings.${kind}`, {
              number: `\u2066${receiptNumber({ number })}\u2069`,
              name: `\u2068${fullName ?? t("upgradeReview.anonymous")}\u2069`,
              status: t(`subscription.statuses.${status}`),
              date: formatDate(askedAt, language, timeZone, "shortDate"),
            })}
            {hasProof && (
              <>
                {" "}
                <a
                  href={href("/admin/upgrade-requests/:requestId/proof", { requestId: id })}
                  target="_blank"
                  rel="noreferrer"
                  className="link"
                >
                  {t("upgradeReview.seeOther")}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
