import { useTranslation } from "react-i18next";
import { AuditFacts } from "#app/features/audit-log/audit-line.tsx";
import type { AuditLine } from "#app/features/audit-log/audit-log.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";

/** Card that lists what administrators did about a report, the latest first. */
export function AuditTrailCard({ trail }: { trail: readonly AuditLine[] }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t("moderation.trail")}</h2>
      {trail.length === 0 && <p className="text-sm text-ink-2">{t("moderation.noTrail")}</p>}
      <ol className="grid gap-4">
        {trail.map((line) => (
          <li key={line.id} className="grid gap-0.5 text-sm">
            <p className="font-semibold">{t(`audit.actions.${line.action}`)}</p>
            <p className="text-xs text-ink-3">
              <bdi>{line.actorName ?? t("audit.console")}</bdi> ·{" "}
              <bdi>{formatDate(line.at, language, timeZone, "dateTime")}</bdi>
            </p>
            <AuditFacts line={line} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
