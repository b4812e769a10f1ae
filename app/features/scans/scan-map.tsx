import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { MapOptions, OpenMap } from "../../platform/map/leaflet-map.ts";
import type { MapPoint, MapSettings } from "../../platform/map/map-settings.ts";
import { formatCoordinates } from "./scan-texts.ts";

/**
 * Map with points. Leaflet is loaded only when the map is about to be visible. The points are also rendered as text for
 * screen readers and for pages without JavaScript. `className` sets the height.
 */
export function ScanMap({
  points,
  way,
  settings,
  label,
  className,
  onPick,
  onView,
  onLight,
  handle,
}: {
  points: readonly MapPoint[];
  /**
   * Path as [latitude, longitude] in degrees. New points are drawn and followed without interrupting the user's own
   * panning.
   */
  way?: readonly [latitude: number, longitude: number][];
  settings: MapSettings;
  /** Accessible name of the map. */
  label: string;
  className?: string;
  /** Called with the coordinates, in degrees, when the user picks a point. */
  onPick?: (lat: number, lon: number) => void;
  onView?: MapOptions["onView"];
  onLight?: MapOptions["onLight"];
  /** Receives the open map, for buttons beside it. */
  handle?: RefObject<OpenMap | null>;
}) {
  const { t, language, direction } = useViewer();
  const navigate = useNavigate();
  const box = useRef<HTMLElement>(null);
  const opened = useRef<OpenMap>(null);
  const latest = useRef({ points, way, navigate, onPick, onView, onLight });
  const hint = useId();
  const [isLate, setLate] = useState(false);
  const { tileUrl, attribution, pmtilesUrl } = settings;
  const { latitude, longitude } = settings.around ?? {};

  useEffect(() => {
    latest.current = { points, way, navigate, onPick, onView, onLight };
    opened.current?.show(points, way);
  }, [points, way, navigate, onPick, onView, onLight]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isUnmounted = false;
    const open = async () => {
      const code = await import("../../platform/map/leaflet-map.ts").catch(() => null);
      if (!code) setLate(true);
      if (!code || isUnmounted) return;
      const around = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined;
      opened.current = code.openMap(element, {
        settings: { tileUrl, attribution, pmtilesUrl, around },
        points: latest.current.points,
        route: latest.current.way,
        language,
        direction,
        isDark: isDarkNow(),
        words: {
          zoomIn: t("map.zoomIn"),
          zoomOut: t("map.zoomOut"),
          showAll: t("map.showAll"),
          more: t("map.more"),
          close: t("form.close"),
          kilometres: t("map.kilometres"),
          metres: t("map.metres"),
        },
        follow: (href) => latest.current.navigate(href),
        pick: (lat, lon) => latest.current.onPick?.(lat, lon),
        onView: (hrefs) => latest.current.onView?.(hrefs),
        onLight: (href) => latest.current.onLight?.(href),
      });
      if (handle) handle.current = opened.current;
    };
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        near.disconnect();
        void open();
      },
      { rootMargin: "300px" },
    );
    near.observe(element);
    return () => {
      isUnmounted = true;
      near.disconnect();
      opened.current?.close();
      opened.current = null;
      if (handle) handle.current = null;
    };
  }, [tileUrl, attribution, pmtilesUrl, latitude, longitude, language, direction, t, handle]);

  return (
    <>
      <section
        ref={box}
        dir="ltr"
        aria-label={label}
        aria-describedby={hint}
        className={cx("isolate overflow-hidden rounded-1 bg-sunken noscript:hidden", className)}
      >
        {isLate && (
          <p
            role="status"
            dir={direction}
            className="grid h-full place-items-center p-5 text-center text-sm text-ink-2"
          >
            {t("map.mapLate")}
          </p>
        )}
      </section>
      <p id={hint} className="sr-only noscript:hidden">
        {t("map.mapHint")}
      </p>
      <ul className="sr-only noscript:not-sr-only noscript:grid noscript:gap-2 noscript:text-sm">
        {points.map((point) => (
          <li key={`${point.lat} ${point.lon} ${point.label}`}>
            {point.label}: <Ltr>{formatCoordinates(point.lat, point.lon)}</Ltr>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The colours of the map file are chosen once, when it opens. */
function isDarkNow(): boolean {
  const forced = document.documentElement.dataset.theme;
  return forced ? forced === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
