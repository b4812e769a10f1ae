import Crosshair from "lucide-react/icons/crosshair";
import LocateFixed from "lucide-react/icons/locate-fixed";
import X from "lucide-react/icons/x";
import { useEffect, useMemo, useRef, useState } from "react";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { OpenMap } from "#app/platform/map/leaflet-map.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Button, type ButtonStyle } from "#app/platform/ui/button.tsx";
import { MoreFields } from "#app/platform/ui/forms/form-step.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { maxLengths } from "../reports.rules.ts";
import type { ReportFieldset } from "./form-values.ts";

interface Spot {
  lat: string;
  lon: string;
}

const formatDegrees = (degrees: number) => degrees.toFixed(5);

/** State of the location pin of a report. `onFound` is called with the position from the browser. */
function usePin(latitude: string, longitude: string, onFound: (lat: number, lon: number) => void) {
  const t = useT();
  const [spot, setSpot] = useState<Spot>({ lat: latitude, lon: longitude });
  const [isAsking, setAsking] = useState(false);
  useEffect(() => setSpot({ lat: latitude, lon: longitude }), [latitude, longitude]);
  const put = (lat: number, lon: number) => setSpot({ lat: formatDegrees(lat), lon: formatDegrees(lon) });

  // Also by the user or a restored draft while the browser was asked.
  const isSet = useRef(false);
  isSet.current = spot.lat !== "";
  function ask(isSilent = false) {
    const failed = () => {
      setAsking(false);
      if (!isSilent) showToast({ type: "error", title: t("reportForm.pinFailed") });
    };
    if (!("geolocation" in navigator)) return failed();
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        if (isSilent && isSet.current) return;
        put(coords.latitude, coords.longitude);
        onFound(coords.latitude, coords.longitude);
      },
      failed,
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    );
  }
  return { spot, put, clear: () => setSpot({ lat: "", lon: "" }), ask, isAsking };
}

type Pin = ReturnType<typeof usePin>;

function LocateButton({ pin, ...buttonStyle }: { pin: Pin } & ButtonStyle) {
  const t = useT();
  return (
    <Button {...buttonStyle} pending={pin.isAsking} onClick={() => pin.ask()} icon={<LocateFixed aria-hidden />}>
      {t("reportForm.pinHere")}
    </Button>
  );
}

/**
 * Map on which a pin is set by a click, or at the centre of the map for keyboard users. Without JavaScript, the text
 * field is used instead.
 */
function MapPin({ pin, settings }: { pin: Pin; settings: MapSettings }) {
  const t = useT();
  const { spot, put, clear } = pin;
  const map = useRef<OpenMap>(null);
  const isSet = spot.lat !== "" && spot.lon !== "";
  const points = useMemo(
    () => (isSet ? [{ lat: Number(spot.lat), lon: Number(spot.lon), label: t("reportForm.pinSet") }] : []),
    [isSet, spot, t],
  );
  return (
    <div className="grid gap-3 noscript:hidden">
      <div>
        <p className="text-sm font-[550]">{t("reportForm.pin")}</p>
        <p className="text-xs text-ink-3">{t("reportForm.pinHint")}</p>
      </div>
      <input type="hidden" name="latitude" value={spot.lat} />
      <input type="hidden" name="longitude" value={spot.lon} />
      <ScanMap
        points={points}
        settings={settings}
        label={t("reportForm.pin")}
        className="h-56 cursor-crosshair md:h-72"
        onPick={put}
        handle={map}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ghost"
          size="sm"
          icon={<Crosshair aria-hidden />}
          onClick={() => {
            const middle = map.current?.middle();
            if (middle) put(middle.lat, middle.lon);
          }}
        >
          {t("reportForm.pinMiddle")}
        </Button>
        {isSet && (
          <Button variant="quiet" size="sm" icon={<X aria-hidden />} onClick={clear}>
            {t("reportForm.pinRemove")}
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSet ? t("reportForm.pinSet") : ""}
      </p>
    </div>
  );
}

/** Fields for place and time: a public area, and an exact location that stays private. */
export function PlaceFields({
  fields,
  latest,
  map,
  isLost,
  open,
}: {
  fields: ReportFieldset;
  /** Current local time, in the format of a `datetime-local` input. */
  latest: string;
  map: MapSettings;
  isLost: boolean;
  /** Whether optional fields are expanded. */
  open: boolean;
}) {
  const { t, language } = useViewer();
  const section = useRef<HTMLDivElement>(null);
  const pin = usePin(fields.latitude.initialValue ?? "", fields.longitude.initialValue ?? "", async (lat, lon) => {
    const { nearestPlace } = await import("#app/platform/map/gazetteer.ts");
    const area = section.current?.querySelector<HTMLInputElement>(`[name="${fields.area.name}"]`);
    if (!area || area.value.trim()) return;
    area.value = nearestPlace(lat, lon)?.[language] ?? "";
    if (area.value) area.dispatchEvent(new Event("input", { bubbles: true }));
    else area.focus();
  });
  const asked = useRef(pin.ask);
  const isEmpty = fields.latitude.initialValue === undefined && !fields.area.initialValue;
  useEffect(() => {
    // Without a press where the browser would not ask: the place of a new report is usually where the reporter is.
    if (!isEmpty || !("permissions" in navigator)) return;
    navigator.permissions.query({ name: "geolocation" }).then(
      ({ state }) => state === "granted" && asked.current(true),
      () => undefined,
    );
  }, [isEmpty]);
  return (
    <div ref={section} className="grid grid-cols-1 gap-5">
      <div className="grid justify-items-start gap-2 noscript:hidden">
        <LocateButton pin={pin} variant="ghost" />
        <p className="text-xs text-ink-3">{t("reportForm.pinHereHint")}</p>
      </div>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <LineField
          field={fields.area}
          label={t("reportForm.area")}
          hint={t("reportForm.areaHint")}
          max={maxLengths.area}
          needed
        />
        <LineField field={fields.seenAt} label={t("reportForm.seenAt")} type="datetime-local" last={latest} needed />
      </div>
      <MapPin pin={pin} settings={map} />
      <MoreFields title={t("reportForm.story")} open={open}>
        <ProseField field={fields.description} label={t("reportForm.description")} max={maxLengths.prose} />
        <ProseField
          field={fields.place}
          label={t("reportForm.exact")}
          hint={t("reportForm.exactHint")}
          max={maxLengths.place}
        />
        <ProseField
          field={fields.additionalInfo}
          label={t("reportForm.advice")}
          hint={isLost && t("reportForm.adviceHint")}
          max={maxLengths.prose}
        />
      </MoreFields>
    </div>
  );
}
