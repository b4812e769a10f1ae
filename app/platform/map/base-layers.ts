import * as leaflet from "leaflet";
import type { MapSettings, MapView } from "./map-settings.ts";

/** Adds the best configured base layer; returns false if only the built-in outline is available. */
export async function addDetailedBase(
  map: leaflet.Map,
  settings: MapSettings,
  view: MapView,
  onFailed: () => void,
): Promise<boolean> {
  if (settings.pmtilesUrl && (await addVectorTiles(map, settings.pmtilesUrl, view))) return true;
  if (!settings.tileUrl) return false;
  addPictureTiles(map, settings.tileUrl, settings.attribution, onFailed);
  return true;
}

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

/** Adds raster tiles; calls `onFailed` if they fail before the first one has loaded. */
function addPictureTiles(map: leaflet.Map, url: string, attribution: string, onFailed: () => void): void {
  const layer = leaflet.tileLayer(url, { attribution, maxZoom: 19, detectRetina: url.includes("{r}") });
  function fail(): void {
    layer.off("tileerror", fail).remove();
    onFailed();
  }
  layer.on("tileerror", fail);
  layer.once("tileload", () => layer.off("tileerror", fail));
  layer.addTo(map);
}
