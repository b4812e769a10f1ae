import {
  divIcon,
  type LayerGroup,
  type Map as LeafletMap,
  latLng,
  layerGroup,
  marker,
  polygon,
  polyline,
} from "leaflet";
import type { Language } from "#app/platform/i18n/language.ts";
import { type Box, findFreeSpot, overlap } from "./free-spot.ts";
import { unpackRings } from "./land.ts";
import landUrl from "./land.txt?url";
import type { MapPoint } from "./map-settings.ts";
import { type PlaceName, placeNames, rankZoom } from "./place-names.ts";

/** Maximum zoom at which the outline is useful. */
export const outlineMaxZoom = 12;
const closest = 11;

export type Land = [latitude: number, longitude: number][][];

/** Loads the land outlines, about 70 KB. */
export async function loadLand(): Promise<Land> {
  const packed = await fetch(landUrl).then((answer) => answer.text());
  return unpackRings(packed).map((ring) => ring.map(([longitude, latitude]) => [latitude, longitude]));
}

/**
 * Adds the built-in map: land, water, degrees, and place names where `marks` shows no marker. Only needs the outlines,
 * no map server.
 */
export function addOutline(map: LeafletMap, land: Land, language: Language, marks: () => readonly MapPoint[]): void {
  addPane(map, "land", 210);
  addPane(map, "grid", 220);
  addPane(map, "names", 450);
  map.attributionControl.addAttribution("Natural Earth");
  map.getContainer().classList.add("map-water");
  polygon(land, { pane: "land", className: "map-land", interactive: false }).addTo(map);
  const grid = layerGroup().addTo(map);
  const names = layerGroup().addTo(map);
  const draw = () => {
    drawGrid(map, grid);
    drawNames(map, names, language, marks());
  };
  map.on("moveend zoomend resize", draw);
  draw();
}

function addPane(map: LeafletMap, name: string, level: number): void {
  const pane = map.createPane(name);
  pane.style.zIndex = String(level);
  pane.style.pointerEvents = "none";
}

/** Degrees between two lines of the grid, from a zoom on. */
const gridSteps = [
  [15, 0.005],
  [13, 0.02],
  [11, 0.1],
  [9, 0.5],
  [7, 1],
  [5, 5],
  [3, 10],
] as const;

function drawGrid(map: LeafletMap, layer: LayerGroup): void {
  layer.clearLayers();
  const step = gridSteps.find(([zoom]) => map.getZoom() >= zoom)?.[1] ?? 30;
  const seen = map.getBounds();
  const [west, east] = [Math.max(seen.getWest(), -180), Math.min(seen.getEast(), 180)];
  const [south, north] = [Math.max(seen.getSouth(), -80), Math.min(seen.getNorth(), 80)];
  const line = { pane: "grid", className: "map-grid", interactive: false };
  for (let longitude = Math.ceil(west / step) * step; longitude < east; longitude += step) {
    const ends = [-85, 85].map((latitude) => latLng(latitude, longitude));
    polyline(ends, line).addTo(layer);
    const isBesideScale = map.latLngToContainerPoint([south, longitude]).x > 110;
    if (isBesideScale) addText(layer, [south, longitude], formatDegrees(longitude), "map-degree", [0, 16]);
  }
  for (let latitude = Math.ceil(south / step) * step; latitude < north; latitude += step) {
    const ends = [-180, 180].map((longitude) => latLng(latitude, longitude));
    polyline(ends, line).addTo(layer);
    addText(layer, [latitude, east], formatDegrees(latitude), "map-degree", [34, 16]);
  }
}

const formatDegrees = (degrees: number) => `${Number(degrees.toFixed(3))}°`;

function addText(
  layer: LayerGroup,
  at: [number, number],
  text: string,
  className: string,
  anchor: [number, number],
): void {
  const icon = divIcon({ className, html: text, iconSize: undefined, iconAnchor: anchor });
  const label = marker(at, { icon, pane: "names", interactive: false, keyboard: false }).addTo(layer);
  label.getElement()?.setAttribute("aria-hidden", "true");
}

/** Draws the most important place names that do not overlap each other; a marker moves them aside. */
function drawNames(map: LeafletMap, layer: LayerGroup, language: Language, marks: readonly MapPoint[]): void {
  layer.clearLayers();
  const seen = map.getBounds();
  let isNamed = false;
  const markers = marks.map((mark) => getMarkerBox(map, mark));
  const taken = getControlBoxes(map);
  for (const name of placeNames) {
    const at: [number, number] = [name.latitude, name.longitude];
    if (rankZoom[name.rank] > map.getZoom() || !seen.contains(at)) continue;
    const { x, y } = map.latLngToContainerPoint(at);
    const width = 16 + name[language].length * 7.5;
    const spot = findFreeSpot({ left: x - 6, right: x - 6 + width, top: y - 8, bottom: y + 8 }, markers);
    if (!spot) continue;
    const left = x - 6 + spot.x;
    const box = { left, right: left + width, top: y - 8 + spot.y, bottom: y + 8 + spot.y };
    if (taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    const isMoved = spot.x !== 0 || spot.y !== 0;
    const look = `map-place map-place-${name.rank}${isMoved ? " map-place-moved" : ""}`;
    addText(layer, at, `<span>${name[language]}</span>`, look, [-spot.x, -spot.y]);
    isNamed = true;
  }
  if (!isNamed) drawDistantNames(map, layer, language);
}

const arrows = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"] as const;

/** Draws the names of the two nearest places at the edge that they lie behind, so that no view is without a name. */
function drawDistantNames(map: LeafletMap, layer: LayerGroup, language: Language): void {
  const half = map.getSize().divideBy(2);
  const distant = placeNames
    .map((name) => ({ name, off: map.latLngToContainerPoint([name.latitude, name.longitude]).subtract(half) }))
    .sort((one, other) => one.off.distanceTo([0, 0]) - other.off.distanceTo([0, 0]))
    .slice(0, 2);
  for (const { name, off } of distant) {
    const scale = Math.min((half.x - 70) / Math.abs(off.x || 1), (half.y - 40) / Math.abs(off.y || 1));
    const at = map.containerPointToLatLng(half.add(off.multiplyBy(Math.min(1, scale))));
    const arrow = arrows[(Math.round(Math.atan2(off.y, off.x) / (Math.PI / 4)) + 8) % 8];
    addText(layer, [at.lat, at.lng], `${arrow} ${name[language]}`, "map-degree map-distant", [40, 10]);
  }
}

function getMarkerBox(map: LeafletMap, { lat, lon }: MapPoint): Box {
  const { x, y } = map.latLngToContainerPoint([lat, lon]);
  return { left: x - 20, right: x + 20, top: y - 45, bottom: y - 8 };
}

/** Returns the boxes of the degree labels, scale and buttons. */
function getControlBoxes(map: LeafletMap): Box[] {
  const { x, y } = map.getSize();
  return [
    { left: 0, right: 60, top: 0, bottom: 140 },
    { left: x - 36, right: x, top: 0, bottom: y },
    { left: 0, right: x, top: y - 26, bottom: y },
  ];
}

/** Returns the highest zoom at which at least three named places are in view. */
export function readableZoom(map: LeafletMap, at: [number, number]): number {
  const half = map.getSize().divideBy(2);
  for (let zoom = closest; zoom > 5; zoom--) {
    const centre = map.project(at, zoom);
    const isSeen = ({ rank, latitude, longitude }: PlaceName) => {
      const off = map.project([latitude, longitude], zoom).subtract(centre);
      return rankZoom[rank] <= zoom && Math.abs(off.x) < half.x - 20 && Math.abs(off.y) < half.y - 10;
    };
    if (placeNames.filter(isSeen).length >= 3) return zoom;
  }
  return 5;
}
