import MapPinned from "lucide-react/icons/map-pinned";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { MapSettings } from "../../../platform/map/map-settings.ts";
import { ScanMap } from "../scan-map.tsx";
import { formatCoordinates, mapLinks } from "../scan-texts.ts";
import type { findLiveLocation } from "./live-share.server.ts";

type LiveLocation = Awaited<ReturnType<typeof findLiveLocation>>;

/**
 * Revalidation interval in milliseconds while sharing runs, so that relative times and the end stay correct without new
 * positions.
 */
const revalidateInterval = 20_000;

/** Card with the finder's live location: map, accuracy and the last positions. Does not identify the finder. */
export function LiveCard({ live, settings }: { live: NonNullable<LiveLocation>; settings: MapSettings }) {
  const { t, format } = useViewer();
  const { revalidate } = useRevalidator();
  const { isRunning, endsAt, way, last } = live;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void revalidate(), revalidateInterval);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  const [latest] = last;
  const time = format.date(endsAt, "time");
  const ago = latest && format.ago(latest.takenAt);
  const links = latest && mapLinks(latest);
  return (
    <Card as="section" id="live" className="grid gap-4">
      <CardHeader
        title={t("scanDetails.live.title")}
        text={t(isRunning ? "scanDetails.live.until" : "scanDetails.live.ended", { time })}
        action={
          <Chip tone={isRunning ? "ok" : "plain"}>
            {t(isRunning ? "scanDetails.live.now" : "scanDetails.live.over")}
          </Chip>
        }
      />
      {latest ? (
        <>
          <p role="status" className="-mt-4 text-lg font-[550]">
            {t("scanDetails.live.latest", { ago })}
            <span className="text-ink-2">
              {"\u00a0· "}
              {t("scanDetails.live.within", { metres: latest.accuracy })}
            </span>
          </p>
          <ScanMap
            className="h-72 md:h-96"
            settings={settings}
            label={t("scanDetails.live.mapAlt")}
            way={way}
            points={[
              {
                lat: latest.latitude,
                lon: latest.longitude,
                accuracy: latest.accuracy,
                label: ago ?? "",
              },
            ]}
          />
          <div>
            <h3 className="text-sm font-[550]">{t("scanDetails.live.places")}</h3>
            <ol className="mt-1 grid gap-1 text-sm text-ink-2">
              {last.map((place) => (
                <li key={place.takenAt.getTime()} className="flex flex-wrap gap-x-3">
                  <time dateTime={place.takenAt.toISOString()} className="tabular-nums">
                    {format.date(place.takenAt, "time")}
                  </time>
                  <Ltr className="tabular-nums">{formatCoordinates(place.latitude, place.longitude)}</Ltr>
                  <span>{t("scanDetails.live.within", { metres: place.accuracy })}</span>
                </li>
              ))}
            </ol>
          </div>
          {links && (
            <div>
              <a href={links.site} target="_blank" rel="noreferrer" className={buttonClass({ variant: "ghost" })}>
                <MapPinned aria-hidden className="size-5" />
                {t("scans.openInMaps")}
              </a>
            </div>
          )}
        </>
      ) : (
        <p role="status">{t(isRunning ? "scanDetails.live.waiting" : "scanDetails.live.nothing")}</p>
      )}
      <p className="text-sm text-ink-3">{t("scanDetails.live.erased")}</p>
    </Card>
  );
}
