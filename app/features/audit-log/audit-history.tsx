import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AuditFacts, AuditSubject } from "./audit-line.tsx";
import type { AuditLine } from "./audit-log.server.ts";

/** List of changes that administrators made to one object or one person's data, the newest first. */
export function AuditHistory({ lines, title, none }: { lines: readonly AuditLine[]; title: string; none: string }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  return (
    <Card as="section">
      <CardHeader title={title} />
      {lines.length === 0 && <p className="text-sm text-ink-2">{none}</p>}
      <ul className="grid gap-4 text-sm">
        {lines.map((line) => (
          <li key={line.id} className="grid gap-0.5">
            <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                {t(`audit.actions.${line.action}`)} · <AuditSubject line={line} />
              </span>
              <bdi className="text-xs text-ink-2">{formatDate(line.at, language, timeZone, "dateTime")}</bdi>
            </span>
            <AuditFacts line={line} />
            <span className="text-xs text-ink-3">
              <bdi>{line.actorName ?? t("audit.console")}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
