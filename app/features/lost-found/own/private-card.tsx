import { useTranslation } from "react-i18next";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { OwnReportView } from "./own-report-view.server.ts";

/** Card with the fields of a report that only its reporter sees. */
export function PrivateCard({ report, map }: { report: OwnReportView["report"]; map: MapSettings }) {
  const { t } = useTranslation();
  const facts = [
    [t("reportForm.exact"), report.place && <bdi>{report.place}</bdi>],
    [t("reportForm.hiddenMark"), report.hiddenMark && <bdi>{report.hiddenMark}</bdi>],
    [t("reportForm.microchip"), report.microchip && <Ltr>{report.microchip}</Ltr>],
    [t("reportForm.contactName"), report.contactName && <bdi>{report.contactName}</bdi>],
    [t("reportForm.contactPhone"), report.contactPhone && <Ltr>{report.contactPhone}</Ltr>],
    [t("reportForm.contactEmail"), report.contactEmail && <Ltr>{report.contactEmail}</Ltr>],
  ].filter(([, value]) => value) as [string, React.ReactNode][];
  const { latitude, longitude } = report;
  if (facts.length === 0 && latitude === null) return null;
  return (
    <Card as="section">
      <CardHeader title={t("reportForm.private")} text={t("reportForm.privateText")} />
      {facts.length > 0 && (
        <dl className="mb-4 grid gap-4 sm:grid-cols-2">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="text-xs text-ink-3">{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {latitude !== null && longitude !== null && (
        <ScanMap
          points={[{ lat: latitude, lon: longitude, label: report.area }]}
          settings={map}
          label={t("reportForm.exact")}
          className="h-64"
        />
      )}
    </Card>
  );
}
