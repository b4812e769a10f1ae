import {
  circle,
  control,
  map as createMap,
  divIcon,
  type LatLngBounds,
  type Map as LeafletMap,
  latLng,
  latLngBounds,
  layerGroup,
  marker,
  polyline,
} from "leaflet";
import leafletStyles from "leaflet/dist/leaflet.css?inline";
import { adoptStyles } from "#app/platform/ui/styles/adopt-styles.ts";
import { untilFetched } from "#app/platform/ui/until-fetched.ts";
import { addDetailedBase } from "./base-layers.ts";
import ownStyles from "./map.css?inline";
import type { MapPoint, MapSettings, MapView } from "./map-settings.ts";
import { addOutline, loadLand, outlineMaxZoom, readableZoom } from "./outline.ts";

adoptStyles(leafletStyles);
adoptStyles(ownStyles);

export interface MapOptions extends MapView {
  settings: MapSettings;
  points: readonly MapPoint[];
  /** A route; the map follows its end. */
  way?: readonly [number, number][] | undefined;
  words: { zoomIn: string; zoomOut: string; more: string; close: string; kilometres: string; metres: string };
  direction: "ltr" | "rtl";
  /** Navigates to a path of this site without reloading. */
  follow: (href: string) => void;
  /** Called when a position on the map is pressed. */
  pick?: ((lat: number, lon: number) => void) | undefined;
}

export interface OpenMap {
  show: (points: readonly MapPoint[], way?: readonly [number, number][]) => void;
  /** The centre of the view, in degrees. */
  middle: () => { lat: number; lon: number };
  close: () => void;
}

/** The default view: Egypt. */
const home: [number, number] = [26.8, 30.8];
const streetZoom = 16;

const tagIcon = divIcon({
  className: "map-tag",
  iconSize: [40, 45],
  iconAnchor: [20, 45],
  popupAnchor: [0, -42],
  html: `<svg viewBox="0 0 48 54" aria-hidden="true"><path class="map-tag-body" fill-rule="evenodd" d="M24 1.5a6 6 0 0 1 6 6v2.100a18.500 18.500 0 0 1 3.600 33.200L24 53.500l-9.600-10.700A18.500 18.500 0 0 1 18 9.600V7.500a6 6 0 0 1 6-6Zm0 3.300a2.700 2.700 0 1 0 0 5.400 2.700 2.700 0 0 0 0-5.400Z"/><path class="map-tag-heart" d="M24 38.200c-7.300-4.500-11-8.400-11-12.700 0-3.400 2.600-6 5.800-6 2.100 0 4 1 5.200 2.900 1.200-1.900 3.100-2.900 5.200-2.900 3.200 0 5.800 2.600 5.800 6 0 4.300-3.700 8.200-11 12.700Z"/></svg>`,
});

/** Opens a map in `box`. */
export function openMap(box: HTMLElement, options: MapOptions): OpenMap {
  const { settings, words, follow } = options;
  let { points, way } = options;
  let isOutline = !settings.pmtilesUrl && !settings.tileUrl;
  let isClosed = false;
  const map = createMap(box, {
    zoomControl: false,
    scrollWheelZoom: false,
    minZoom: 2,
    worldCopyJump: true,
    maxBoundsViscosity: 1,
  });
  map.attributionControl.setPrefix(false);
  control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map);
  addScale(map, options);
  // The wheel zooms only once the map has the focus, so that the page can be scrolled over it.
  map.on("focus", () => map.scrollWheelZoom.enable());
  map.on("blur", () => map.scrollWheelZoom.disable());
  const marks = layerGroup().addTo(map);
  map.on("click", ({ latlng }) => options.pick?.(latlng.wrap().lat, latlng.wrap().lng));

  function frame(): void {
    const bounds = boundsOf(points, way);
    const isClose = hasRing(points) || way !== undefined;
    if (!bounds) map.setView(home, 5, { animate: false });
    else {
      const { lat, lng } = bounds.getCenter();
      const maxZoom = isOutline && !isClose ? readableZoom(map, [lat, lng]) : streetZoom;
      if (isOutline) map.setMaxZoom(Math.max(outlineMaxZoom, isClose ? streetZoom : 0));
      map.fitBounds(bounds, { maxZoom, padding: [48, 48], animate: false });
    }
  }

  function draw(): void {
    marks.clearLayers();
    if (way && way.length > 1)
      polyline(way as [number, number][], { className: "map-way", interactive: false }).addTo(marks);
    points.forEach((point, index) => {
      const at: [number, number] = [point.lat, point.lon];
      if (point.accuracy)
        circle(at, { radius: point.accuracy, className: "map-accuracy", interactive: false }).addTo(marks);
      // The first point is the latest and goes on top.
      const mark = marker(at, {
        icon: tagIcon,
        title: point.label,
        zIndexOffset: (points.length - index) * 10,
        riseOnHover: true,
      });
      mark.bindPopup(popup(point, options, follow), { closeButton: true }).addTo(marks);
      mark.getElement()?.setAttribute("aria-label", point.label);
      mark.on("popupopen", ({ popup }) =>
        popup.getElement()?.querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", words.close),
      );
    });
  }

  async function showOutline(): Promise<void> {
    const land = await untilFetched(loadLand);
    if (isClosed) return;
    isOutline = true;
    frame();
    addOutline(map, land, options.language, () => points);
  }

  frame();
  draw();
  addDetailedBase(map, settings, options, () => void showOutline()).then((isShown) => {
    if (!isShown && !isClosed) return showOutline();
  });
  const watch = new ResizeObserver(() => map.invalidateSize());
  watch.observe(box);

  return {
    show(next, nextWay) {
      const isSame = JSON.stringify([next, nextWay]) === JSON.stringify([points, way]);
      points = next;
      way = nextWay;
      if (isSame) return;
      draw();
      if (!way) return frame();
      const [end] = points;
      if (end && !map.getBounds().pad(-0.15).contains([end.lat, end.lon])) map.panTo([end.lat, end.lon]);
    },
    middle() {
      const { lat, lng } = map.getCenter().wrap();
      return { lat, lon: lng };
    },
    close() {
      isClosed = true;
      watch.disconnect();
      map.remove();
    },
  };
}

/** Adds a scale in the page's language; Leaflet's has Latin letters only. */
function addScale(map: LeafletMap, { words, direction }: MapOptions): void {
  const scale = control.scale({ imperial: false }).addTo(map);
  const t = () => {
    const line = scale.getContainer()?.querySelector<HTMLElement>(".leaflet-control-scale-line");
    const [, number, unit] = /^([\d.]+) (k?m)$/.exec(line?.textContent ?? "") ?? [];
    if (!line || !number) return;
    line.dir = direction;
    line.textContent = `${number} ${unit === "km" ? words.kilometres : words.metres}`;
  };
  map.on("move", t);
  map.whenReady(t);
}

/** Returns bounds around every point and its accuracy, at least some 200 m each way. */
/** Whether accuracy circles are large enough to show. */
const hasRing = (points: readonly MapPoint[]) => points.some(({ accuracy }) => (accuracy ?? 0) >= 400);

function boundsOf(points: readonly MapPoint[], way: readonly [number, number][] = []): LatLngBounds | null {
  const bounds = latLngBounds(way as [number, number][]);
  for (const { lat, lon, accuracy } of points)
    bounds.extend(latLng(lat, lon).toBounds(Math.max(2 * (accuracy ?? 0), 400)));
  return bounds.isValid() ? bounds : null;
}

function popup(
  { label, href }: MapPoint,
  { words, direction }: MapOptions,
  follow: (href: string) => void,
): HTMLElement {
  const content = document.createElement("div");
  content.className = "map-popup";
  content.dir = direction;
  content.append(label);
  if (href) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = words.more;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      follow(href);
    });
    content.append(document.createElement("br"), link);
  }
  return content;
}
