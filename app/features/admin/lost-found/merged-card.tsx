import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import type { listMerged } from "#app/features/lost-found/duplicates/merge-reports.server.ts";
import { aboutInWords } from "#app/features/lost-found/report-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";

/** Card that lists the reports merged into this one. */
export function MergedCard({ merged }: { merged: Awaited<ReturnType<typeof listMerged>> }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  if (merged.length === 0) return null;
  return (
    <Card as="section">
      <CardHeader title={t("duplicates.history")} />
      <ul className="grid gap-2 text-sm">
        {merged.map((one) => (
          <li key={one.id}>
            <Link to={href("/admin/lost-found/:reportId", { reportId: one.id })} className="link">
              <bdi>{aboutInWords(t, one)}</bdi>
            </Link>
            {one.mergedAt && (
              <bdi className="block text-xs text-ink-3">{formatDate(one.mergedAt, language, timeZone, "dateTime")}</bdi>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
