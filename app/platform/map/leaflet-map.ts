import * as leaflet from "leaflet";
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
  type Marker,
  marker,
  polyline,
} from "leaflet";
import leafletStyles from "leaflet/dist/leaflet.css?inline";
import { adoptStyles } from "#app/platform/ui/styles/adopt-styles.ts";
import { logoPaths } from "#app/platform/ui/styles/tokens.ts";
import { clusterPoints } from "./clusters.ts";
import ownStyles from "./map.css?inline";
import type { MapPoint, MapSettings, MapView, PinTone } from "./map-settings.ts";
import { addOutline, loadLand, outlineMaxZoom, readableZoom } from "./outline.ts";

adoptStyles(leafletStyles);
adoptStyles(ownStyles);

export interface MapOptions extends MapView {
  settings: MapSettings;
  points: readonly MapPoint[];
  /** Route; the map follows its end. */
  route?: readonly [number, number][] | undefined;
  words: Record<"zoomIn" | "zoomOut" | "showAll" | "more" | "close" | "kilometres" | "metres", string>;
  direction: "ltr" | "rtl";
  /** Navigates to a path on this site without reloading. */
  follow: (href: string) => void;
  /** Called when a position on the map is clicked. */
  pick?: ((lat: number, lon: number) => void) | undefined;
  /** Called with the paths of the points in view, whenever the view changes. */
  onView?: ((hrefs: ReadonlySet<string>) => void) | undefined;
  /** Called with the path of the point under the pointer or with focus; null when there is none. */
  onLight?: ((href: string | null) => void) | undefined;
}

export interface OpenMap {
  show: (points: readonly MapPoint[], route?: readonly [number, number][]) => void;
  /** Highlights the pin with this path, or the group that contains it. */
  light: (href: string | null) => void;
  /** Shows all points. */
  showAll: () => void;
  /** Returns the centre of the view, in degrees. */
  middle: () => { lat: number; lon: number };
  close: () => void;
}

/** Default view: Egypt. */
const home: [number, number] = [26.8, 30.8];
const streetZoom = 16;
const maxZoom = 19;
/** Zoom at which a district fills the map. */
const districtZoom = 13;
/** Milliseconds without a tile after which the outline's view is shown, until one comes. */
const tileTimeoutMs = 4_000;

const tagIcon = divIcon({
  className: "map-tag",
  iconSize: [40, 45],
  iconAnchor: [20, 45],
  popupAnchor: [0, -42],
  html: `<svg viewBox="0 0 48 54" aria-hidden="true"><path class="map-tag-body" fill-rule="evenodd" d="M24 1.5a6 6 0 0 1 6 6v2.100a18.500 18.500 0 0 1 3.600 33.200L24 53.500l-9.600-10.700A18.500 18.500 0 0 1 18 9.600V7.500a6 6 0 0 1 6-6Zm0 3.300a2.700 2.700 0 1 0 0 5.400 2.700 2.700 0 0 0 0-5.400Z"/><path class="map-tag-heart" d="${logoPaths.heart}"/></svg>`,
});

/** Minimum distance in pixels between two separate pins, so that both can be tapped. */
const pinDistance = 44;
/** Radius in pixels below which a circle is only a speck beside the pins. */
const smallestCircle = 6;

/** Returns a round pin with the pet's photo, or a paw without one; the tone sets the colour of its border. */
function pinIcon({ tone, picture, ground }: MapPoint) {
  const face = document.createElement("span");
  face.className = "map-face";
  if (!picture && ground) face.style.background = ground;
  if (picture) {
    const image = document.createElement("img");
    image.src = picture;
    image.alt = "";
    face.append(image);
  } else face.innerHTML = paw;
  return divIcon({
    className: `map-pin map-pin-${tone}`,
    iconSize: [44, 52],
    iconAnchor: [22, 52],
    popupAnchor: [0, -48],
    html: face,
  });
}

function groupIcon(count: number, tone: PinTone | undefined) {
  const number = document.createElement("span");
  number.textContent = String(count);
  return divIcon({
    className: `map-group map-group-${tone ?? "ok"}`,
    iconSize: [44, 44],
    iconAnchor: [22, 48],
    html: number,
  });
}

const paw =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="7" cy="10" r="2"/><circle cx="17" cy="10" r="2"/><circle cx="10.500" cy="6" r="2"/><circle cx="13.500" cy="6" r="2"/><path d="M12 11.500c-2.600 0-5 2.600-5 5 0 1.600 1.200 2.500 2.600 2.500 1 0 1.600-.5 2.400-.5s1.400.5 2.400.5c1.400 0 2.600-.9 2.600-2.500 0-2.400-2.400-5-5-5Z"/></svg>';

/**
 * Adds vector tiles from a single file, read by range requests; returns false if its host does not answer or does not
 * support ranges.
 */
async function addVectorTiles(map: leaflet.Map, url: string, { language, isDark }: MapView): Promise<boolean> {
  try {
    const maxDataZoom = await deepestZoom(url);
    if (maxDataZoom === null) return false;
    const { leafletLayer } = await import("protomaps-leaflet");
    // protomaps-leaflet uses the global Leaflet.
    Object.assign(globalThis, { L: leaflet });
    const layer = leafletLayer({ url, maxDataZoom, flavor: isDark ? "dark" : "light", lang: language });
    (layer as unknown as { addTo(map: leaflet.Map): void }).addTo(map);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the maximum zoom from the file's header (PMTiles 3); returns null if it is not such a file or its host does not
 * support ranges.
 */
async function deepestZoom(url: string): Promise<number | null> {
  const answer = await fetch(url, { headers: { range: "bytes=0-126" } });
  if (answer.status !== 206) return null;
  const head = new Uint8Array(await answer.arrayBuffer());
  const isOurs = new TextDecoder().decode(head.subarray(0, 7)) === "PMTiles" && head[7] === 3;
  return isOurs ? (head[101] ?? null) : null;
}

/**
 * Adds raster tiles above the outline. Calls `onChange` with whether there are any in view: false if all of them fail, or
 * while none has come in time. Those that failed are asked for again once the browser is back online.
 */
function addPictureTiles(
  map: leaflet.Map,
  { tileUrl = "", attribution }: MapSettings,
  onChange: (hasTiles: boolean) => void,
): () => void {
  map.createPane("streets").style.zIndex = "230";
  const options = {
    pane: "streets",
    className: "map-tiles",
    attribution,
    maxZoom,
    detectRetina: tileUrl.includes("{r}"),
  };
  const layer = leaflet.tileLayer(tileUrl, { ...options, referrerPolicy: "strict-origin-when-cross-origin" });
  const hasTiles = () => Boolean(layer.getContainer()?.querySelector(".leaflet-tile-loaded"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  function fail(): void {
    clearTimeout(timer);
    if (hasTiles()) return;
    layer.remove();
    onChange(false);
  }
  function ask(): void {
    if (hasTiles()) return;
    clearTimeout(timer);
    layer.remove().addTo(map);
    timer = setTimeout(() => onChange(hasTiles()), tileTimeoutMs);
  }
  layer.on("tileload", () => onChange(true));
  // Later, because Leaflet goes on with the layer after its event.
  layer.on("load", () => queueMicrotask(fail));
  addEventListener("online", ask);
  ask();
  return () => {
    clearTimeout(timer);
    removeEventListener("online", ask);
  };
}

/** Returns the metres shown by one pixel at a latitude (Web Mercator). */
const metresPerPixel = (map: leaflet.Map, latitude: number) =>
  (40_075_017 * Math.cos((latitude * Math.PI) / 180)) / (256 * 2 ** map.getZoom());

/** Opens a map in `box`. */
export function openMap(box: HTMLElement, options: MapOptions): OpenMap {
  const { settings, words, follow } = options;
  let { points, route } = options;
  let isOutline = !settings.pmtilesUrl && !settings.tileUrl;
  let isClosed = false;
  /** Whether the view is being set here rather than by the person. */
  let isFitting = false;
  let isMoved = false;
  let lit: string | null = null;
  const markers = new Map<string, Marker>();
  const map = createMap(box, {
    zoomControl: false,
    scrollWheelZoom: false,
    minZoom: 2,
    maxZoom,
    worldCopyJump: true,
    maxBoundsViscosity: 1,
  });
  map.attributionControl.setPrefix(false);
  box.classList.toggle("map-dark", options.isDark);
  addButtons(map, words, showAll);
  addScale(map, options);
  // The mouse wheel only zooms while the map is focused, so that the page can be scrolled past it.
  map.on("focus", () => map.scrollWheelZoom.enable());
  map.on("blur", () => map.scrollWheelZoom.disable());
  const pinLayer = layerGroup().addTo(map);
  map.on("click", ({ latlng }) => options.pick?.(latlng.wrap().lat, latlng.wrap().lng));
  map.on("movestart", () => {
    if (!isFitting) isMoved = true;
  });

  /** Shows the person's own area if it has points, otherwise, or with `isAll`, all of them. */
  function fitView(isAll = false): void {
    isFitting = true;
    const bounds = boundsOf(points, route);
    const isClose = hasRing(points) || route !== undefined;
    map.setMaxZoom(isOutline && !isClose ? outlineMaxZoom : maxZoom);
    const zoomAt = (at: [number, number], zoom: number) => (isOutline && !isClose ? readableZoom(map, at) : zoom);
    if (settings.around && !route && !isAll) {
      const at: [number, number] = [settings.around.latitude, settings.around.longitude];
      map.setView(at, zoomAt(at, districtZoom), { animate: false });
    } else if (!bounds) map.setView(home, 5, { animate: false });
    const isSeen = settings.around && points.some(({ lat, lon }) => map.getBounds().contains([lat, lon]));
    if (bounds && (!isSeen || isAll)) {
      const { lat, lng } = bounds.getCenter();
      map.fitBounds(bounds, {
        maxZoom: zoomAt([lat, lng], streetZoom),
        ...{ paddingTopLeft: [64, 56], paddingBottomRight: [40, 24] },
        animate: false,
      });
    }
    isFitting = false;
  }

  function showAll(): void {
    fitView(true);
    isMoved = false;
  }

  const groupPoints = () => clusterPoints(points, ({ lat, lon }) => map.latLngToLayerPoint([lat, lon]), pinDistance);

  function draw(): void {
    pinLayer.clearLayers();
    markers.clear();
    if (route && route.length > 1)
      polyline(route as [number, number][], { className: "map-way", interactive: false }).addTo(pinLayer);
    for (const { lat, lon, accuracy } of points)
      if (accuracy && accuracy / metresPerPixel(map, lat) >= smallestCircle)
        circle([lat, lon], { radius: accuracy, className: "map-accuracy", interactive: false }).addTo(pinLayer);
    const groups = groupPoints();
    groups.forEach((group, index) => {
      // The first point is the latest and goes on top.
      const zIndexOffset = (groups.length - index) * 10;
      if (group.length === 1) addPin(group[0] as MapPoint, zIndexOffset);
      else addGroup(group, zIndexOffset);
    });
    markLit();
  }

  function markLit(): void {
    for (const mark of new Set(markers.values())) mark.getElement()?.classList.remove("map-lit");
    if (lit) markers.get(lit)?.getElement()?.classList.add("map-lit");
  }

  function addPin(point: MapPoint, zIndexOffset: number): void {
    const mark = marker([point.lat, point.lon], {
      icon: point.tone ? pinIcon(point) : tagIcon,
      title: point.label,
      zIndexOffset,
      riseOnHover: true,
    });
    addCard(mark, point.label, createCard(point, options, follow), [point]);
  }

  /**
   * Adds one marker with a count for several points too close for separate pins; clicking it zooms in until they
   * separate.
   */
  function addGroup(group: readonly MapPoint[], zIndexOffset: number): void {
    const [first] = group as readonly [MapPoint];
    // The visible number is read out first.
    const label = [group.length, ...group.map((point) => point.label)].join("\n");
    const icon = groupIcon(group.length, group.some(({ tone }) => tone === "lost") ? "lost" : first.tone);
    const mark = marker([first.lat, first.lon], { icon, title: label, zIndexOffset });
    const bounds = latLngBounds(group.map(({ lat, lon }) => [lat, lon] as [number, number]));
    const canSeparate = () =>
      !bounds.getNorthEast().equals(bounds.getSouthWest(), 1e-5) && map.getZoom() < map.getMaxZoom();
    const cards = document.createElement("div");
    cards.className = "map-cards";
    cards.append(...group.map((point) => createCard(point, options, follow)));
    addCard(mark, label, cards, group);
    mark.off("click");
    mark.on("click", () => {
      if (canSeparate()) map.fitBounds(bounds, { padding: [64, 64], animate: false });
      else mark.openPopup();
    });
  }

  function addCard(mark: Marker, label: string, content: HTMLElement, group: readonly MapPoint[]): void {
    for (const { href } of group) if (href) markers.set(href, mark);
    const [first] = group;
    mark.on("mouseover", () => options.onLight?.(first?.href ?? null));
    mark.on("mouseout", () => options.onLight?.(null));
    mark
      .bindPopup(content, { closeButton: true, minWidth: 180, maxWidth: 260, autoPanPadding: [16, 16] })
      .addTo(pinLayer);
    mark.getElement()?.setAttribute("aria-label", label);
    mark.on("popupopen", ({ popup }) =>
      popup.getElement()?.querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", words.close),
    );
  }

  /** Draws the outline beneath everything else; without it, the points are shown on an empty map. */
  async function drawOutline(): Promise<void> {
    const land = await loadLand().catch(() => null);
    if (!isClosed && land)
      addOutline(map, land, options.language, () => groupPoints().flatMap(([first]) => first ?? []));
  }

  /** Without tiles, the outline's names are shown, at a zoom where there are some. */
  function setStreets(hasStreets: boolean): void {
    if (isClosed) return;
    box.classList.toggle("map-streets", hasStreets);
    if (isOutline === !hasStreets) return;
    isOutline = !hasStreets;
    if (!isMoved) fitView();
    else if (hasStreets) map.setMaxZoom(maxZoom);
  }

  async function addBase(): Promise<void> {
    if (settings.pmtilesUrl && (await addVectorTiles(map, settings.pmtilesUrl, options))) return setStreets(true);
    if (isClosed) return;
    if (settings.tileUrl) stopTiles = addPictureTiles(map, settings, setStreets);
    else setStreets(false);
  }

  let stopTiles: (() => void) | undefined;
  fitView();
  draw();
  map.on("zoomend", draw);
  map.on("moveend", reportView);
  reportView();
  void drawOutline();
  void addBase();

  function reportView(): void {
    if (!options.onView) return;
    const view = map.getBounds();
    options.onView(new Set(points.flatMap(({ lat, lon, href }) => (href && view.contains([lat, lon]) ? [href] : []))));
  }

  const watch = new ResizeObserver(() => map.invalidateSize());
  watch.observe(box);

  return {
    show(next, nextRoute) {
      const isSame = JSON.stringify([next, nextRoute]) === JSON.stringify([points, route]);
      points = next;
      route = nextRoute;
      if (isSame) return;
      draw();
      if (!route) return fitView();
      const [end] = points;
      if (end && !map.getBounds().pad(-0.15).contains([end.lat, end.lon])) map.panTo([end.lat, end.lon]);
    },
    light(href) {
      lit = href;
      markLit();
    },
    showAll,
    middle() {
      const { lat, lng } = map.getCenter().wrap();
      return { lat, lon: lng };
    },
    close() {
      isClosed = true;
      stopTiles?.();
      watch.disconnect();
      map.remove();
    },
  };
}

/** Adds buttons that zoom, and one that shows all points again. */
function addButtons(map: LeafletMap, words: MapOptions["words"], showAll: () => void): void {
  const zoom = control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map);
  const all = document.createElement("a");
  Object.assign(all, { href: "#", title: words.showAll, className: "map-show-all", innerHTML: frame });
  all.setAttribute("role", "button");
  all.setAttribute("aria-label", words.showAll);
  all.addEventListener("click", (event) => {
    event.preventDefault();
    showAll();
  });
  zoom.getContainer()?.append(all);
}

const frame =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/><circle cx="12" cy="12" r="2.500"/></svg>';

/** Adds a scale in the page's language, because Leaflet's only has Latin letters. */
function addScale(map: LeafletMap, { words, direction }: MapOptions): void {
  const scale = control.scale({ imperial: false }).addTo(map);
  const translateScale = () => {
    const line = scale.getContainer()?.querySelector<HTMLElement>(".leaflet-control-scale-line");
    const [, number, unit] = /^([\d.]+) (k?m)$/.exec(line?.textContent ?? "") ?? [];
    if (!line || !number) return;
    line.dir = direction;
    line.textContent = `${number} ${unit === "km" ? words.kilometres : words.metres}`;
  };
  map.on("move", translateScale);
  map.whenReady(translateScale);
}

/** Returns whether accuracy circles are large enough to show. */
const hasRing = (points: readonly MapPoint[]) => points.some(({ accuracy }) => (accuracy ?? 0) >= 400);

/**
 * Returns bounds around all points with their accuracy, at least about 200 m in each direction; null if there are none.
 */
function boundsOf(points: readonly MapPoint[], route: readonly [number, number][] = []): LatLngBounds | null {
  const bounds = latLngBounds(route as [number, number][]);
  for (const { lat, lon, accuracy } of points)
    bounds.extend(latLng(lat, lon).toBounds(Math.max(2 * (accuracy ?? 0), 400)));
  return bounds.isValid() ? bounds : null;
}

/** Creates the content of a point's popup, with a link to its page. */
function createCard(
  { label, href, note, picture }: MapPoint,
  { words, direction }: MapOptions,
  follow: (href: string) => void,
): HTMLElement {
  const content = document.createElement("div");
  content.className = "map-popup";
  content.dir = direction;
  if (picture) {
    const image = document.createElement("img");
    image.src = picture;
    image.alt = "";
    content.append(image);
  }
  const text = document.createElement("div");
  text.append(label);
  if (note) {
    const line = document.createElement("p");
    line.textContent = note;
    text.append(line);
  }
  if (href) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = words.more;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      follow(href);
    });
    text.append(document.createElement("br"), link);
  }
  content.append(text);
  return content;
}
