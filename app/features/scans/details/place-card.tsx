import MapPinned from "lucide-react/icons/map-pinned";
import Smartphone from "lucide-react/icons/smartphone";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { MapSettings } from "../../../platform/map/map-settings.ts";
import { QuietCard } from "../channel/quiet-card.tsx";
import { ScanMap } from "../scan-map.tsx";
import { formatCoordinates, mapLinks } from "../scan-texts.ts";
import type { ScanView } from "./scan-view.server.ts";

/** Card with the scan's location: map, coordinates, the finder's description and links to map apps. */
export function PlaceCard({
  scan,
  canAsk,
  settings,
}: {
  scan: ScanView["scan"];
  /** Whether there is a conversation in which the owner can ask for the location. */
  canAsk: boolean;
  settings: MapSettings;
}) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { latitude, longitude, accuracy, place } = scan;
  const point = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const where = point ?? (place ? { place } : null);
  if (!where) return <QuietCard title={t("scans.where")} text={canAsk ? t("scans.mapNoPlace") : t("scans.noPlace")} />;
  const links = mapLinks(where);
  const sent = scan.locatedAt && formatDate(scan.locatedAt, language, timeZone, "dateTime");
  return (
    <Card as="section" className="grid gap-4">
      <CardHeader title={t("scans.where")} text={sent && `${t("scanDetails.facts.located")}: ${sent}`} />
      {place && (
        <p className="-mt-4">
          <span className="sr-only">{t("scanDetails.facts.place")}: </span>
          <bdi className="text-lg font-[550]">{place}</bdi>
        </p>
      )}
      {point && (
        <>
          <ScanMap
            className="h-72 md:h-96"
            settings={settings}
            label={t("scans.mapAlt")}
            points={[
              {
                lat: point.latitude,
                lon: point.longitude,
                accuracy,
                label: place ?? formatCoordinates(point.latitude, point.longitude),
              },
            ]}
          />
          <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
            <span>
              {t("scanDetails.facts.coordinates")}:{" "}
              <Ltr className="tabular-nums">{formatCoordinates(point.latitude, point.longitude)}</Ltr>
            </span>
            {accuracy !== null && (
              <span>
                {t("scanDetails.facts.accuracy")}: {t("scanDetails.facts.accuracyValue", { metres: accuracy })}
              </span>
            )}
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <a href={links.site} target="_blank" rel="noreferrer" className={buttonClass({ variant: "ghost" })}>
          <MapPinned aria-hidden className="size-5" />
          {t("scans.openInMaps")}
        </a>
        {links.app && (
          <a href={links.app} className={buttonClass({ variant: "ghost" })}>
            <Smartphone aria-hidden className="size-5" />
            {t("scans.openInApp")}
          </a>
        )}
      </div>
    </Card>
  );
}
