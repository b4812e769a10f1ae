import { useTranslation } from "react-i18next";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { PublicReport } from "./public-report.server.ts";

/** About where it was: a circle of a kilometre, never the point. */
export function PlaceCard({
  report,
  settings,
}: {
  report: Pick<PublicReport, "area" | "where">;
  settings: MapSettings;
}) {
  const { t } = useTranslation();
  if (!report.where) return null;
  const { latitude: lat, longitude: lon } = report.where;
  return (
    <Card as="section">
      <CardHeader title={t("lostFound.page.where")} text={t("lostFound.page.rounded")} />
      <ScanMap
        points={[{ lat, lon, accuracy: 800, label: report.area }]}
        settings={settings}
        label={t("lostFound.page.mapLabel")}
        className="h-72"
      />
    </Card>
  );
}
