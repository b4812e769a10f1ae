import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature } from "topojson-client";
import { type Position, packRings } from "./land.ts";

/** Area with detailed outlines in degrees: from Tunis to Muscat, where most scans are. */
const near = { west: 8, east: 64, south: 10, north: 43 };
const fine = { tolerance: 0.004, smallest: 0.02 };
const coarse = { tolerance: 0.1, smallest: 0.4 };

function detailAt([longitude, latitude]: Position) {
  const isNear = longitude > near.west && longitude < near.east && latitude > near.south && latitude < near.north;
  return isNear ? fine : coarse;
}

/** Creates the world's land outlines for the offline map from Natural Earth, simplified and without borders. */
export function makeLand(): string {
  const file = createRequire(import.meta.url).resolve("world-atlas/land-10m.json");
  const topology = JSON.parse(readFileSync(file, "utf8"));
  const rings = feature(topology, topology.objects.land)
    .features.flatMap((land) => land.geometry.coordinates)
    .flat() as unknown as Position[][];
  return packRings(
    rings
      .filter((ring) => extent(ring) >= detailAt(ring[0]!).smallest)
      .map(simplify)
      .filter((ring) => ring.length > 3)
      // The last point repeats the first.
      .map((ring) => ring.slice(0, -1)),
  );
}

function extent(ring: Position[]): number {
  const span = (values: number[]) => Math.max(...values) - Math.min(...values);
  return Math.max(span(ring.map(([x]) => x)), span(ring.map(([, y]) => y)));
}

/** Simplifies a closed ring (Douglas-Peucker), split at the point farthest from its start. */
function simplify(ring: Position[]): Position[] {
  const last = ring.length - 1;
  const start = ring[0]!;
  let farthest = 0;
  let maxDistance = -1;
  for (let index = 1; index < last; index++) {
    const [x, y] = ring[index]!;
    const distance = (x - start[0]) ** 2 + (y - start[1]) ** 2;
    if (distance > maxDistance) [farthest, maxDistance] = [index, distance];
  }
  const chosen = new Set([0, farthest, last]);
  const segments: [number, number][] = [
    [0, farthest],
    [farthest, last],
  ];
  for (let pair = segments.pop(); pair; pair = segments.pop()) {
    const [from, to] = pair;
    let splitIndex = -1;
    let maxDeviation = 1;
    for (let index = from + 1; index < to; index++) {
      const point = ring[index]!;
      const measure = distanceToLine(point, ring[from]!, ring[to]!) / detailAt(point).tolerance;
      if (measure > maxDeviation) [splitIndex, maxDeviation] = [index, measure];
    }
    if (splitIndex < 0) continue;
    chosen.add(splitIndex);
    segments.push([from, splitIndex], [splitIndex, to]);
  }
  return ring.filter((_, index) => chosen.has(index));
}

/** Returns the distance in degrees of latitude. */
function distanceToLine([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const longitudeScale = Math.cos((y * Math.PI) / 180);
  const [lineX, lineY] = [(bx - ax) * longitudeScale, by - ay];
  const [toX, toY] = [(x - ax) * longitudeScale, y - ay];
  const length = lineX ** 2 + lineY ** 2;
  const fraction = length ? Math.max(0, Math.min(1, (toX * lineX + toY * lineY) / length)) : 0;
  return Math.hypot(toX - fraction * lineX, toY - fraction * lineY);
}

// Run `node app/platform/map/make-land.ts` after updating `world-atlas`.
if (import.meta.main) writeFileSync(new URL("land.txt", import.meta.url), makeLand());
