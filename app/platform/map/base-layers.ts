import * as leaflet from "leaflet";
import type { MapSettings, MapView } from "./map-settings.ts";

/** Shows what the installation offers, the best first; false where only the built-in outline is left. */
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

/** One file of vector tiles, read piece by piece. A host that does not answer, or not in pieces, is passed over. */
async function addVectorTiles(map: leaflet.Map, url: string, { language, isDark }: MapView): Promise<boolean> {
  try {
    const maxDataZoom = await deepestZoom(url);
    if (maxDataZoom === null) return false;
    const { leafletLayer } = await import("protomaps-leaflet");
    // It takes Leaflet from the page instead of importing it.
    Object.assign(globalThis, { L: leaflet });
    const layer = leafletLayer({ url, maxDataZoom, flavor: isDark ? "dark" : "light", lang: language });
    (layer as unknown as { addTo(map: leaflet.Map): void }).addTo(map);
    return true;
  } catch {
    return false;
  }
}

/** From the file's head (PMTiles, version 3); null when it is none, or its host gives no part of a file. */
async function deepestZoom(url: string): Promise<number | null> {
  const answer = await fetch(url, { headers: { range: "bytes=0-126" } });
  if (answer.status !== 206) return null;
  const head = new Uint8Array(await answer.arrayBuffer());
  const isOurs = new TextDecoder().decode(head.subarray(0, 7)) === "PMTiles" && head[7] === 3;
  return isOurs ? (head[101] ?? null) : null;
}

/** Tiles that fail before a single one came (no network, a wrong address) give way to the outline. */
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
