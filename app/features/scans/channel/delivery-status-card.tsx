import { useTranslation } from "react-i18next";
import { Deliveries } from "#app/features/notifications/delivery/deliveries.tsx";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { ScanView } from "../details/scan-view.server.ts";
import { QuietCard } from "./quiet-card.tsx";

/** Card that lists each notification about this scan and its delivery status per channel. */
export function DeliveryStatusCard({ notifications }: { notifications: ScanView["notifications"] }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  if (notifications.length === 0)
    return <QuietCard title={t("scanDetails.notified")} text={t("scanDetails.notNotified")} />;
  return (
    <Card as="section">
      <CardHeader title={t("scanDetails.notified")} />
      <ol className="grid divide-y divide-line">
        {notifications.map(({ id, kind, params, createdAt, deliveries }) => (
          <li key={id} className="grid gap-2 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
              <span className="font-medium">{notificationWords(t as unknown as Translate, kind, params).title}</span>
              <time dateTime={createdAt.toISOString()} className="text-xs text-ink-3 tabular-nums">
                {formatDate(createdAt, language, timeZone, "dateTime")}
              </time>
            </p>
            <Deliveries deliveries={deliveries} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
