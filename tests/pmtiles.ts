/** A location in degrees. */
interface Place {
  lat: number;
  lon: number;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}

/** Encodes a Protocol Buffers field that holds bytes: its number, wire type 2 and its length. */
const field = (number: number, bytes: readonly number[]) => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (value: string) => [...new TextEncoder().encode(value)];
const numbers = (values: readonly number[]) => values.flatMap(varint);
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

const extent = 4096;
type Line = readonly (readonly [x: number, y: number])[];

/** Encodes a feature of a layer (Vector Tile Specification 2.1 §4.2): a polygon if `isClosed`, otherwise a line. */
function featureOf(line: Line, isClosed: boolean): number[] {
  const steps = line.flatMap(([x, y], at) => {
    const [fromX, fromY] = at === 0 ? [0, 0] : line[at - 1]!;
    return [zigzag(x - fromX), zigzag(y - fromY)];
  });
  const geometry = [9, ...steps.slice(0, 2), (line.length - 1) * 8 + 2, ...steps.slice(2), ...(isClosed ? [15] : [])];
  return [...field(2, [0, 0]), ...[24, isClosed ? 3 : 2], ...field(4, numbers(geometry))];
}

function layerOf(name: string, kind: string, features: number[][]): number[] {
  const layer = [
    ...field(1, text(name)),
    ...features.flatMap((feature) => field(2, feature)),
    ...field(3, text("kind")),
    ...field(4, field(1, text(kind))),
    ...[40, ...varint(extent)],
    ...[120, 2],
  ];
  return field(3, layer);
}

/** Vertical positions of the canals across the land; beside each there is a road. */
const rows = Array.from({ length: 32 }, (_, at) => at * 128);
const square = (top: number, height: number): Line => [
  [0, top],
  [extent, top],
  [extent, top + height],
  [0, top + height],
];
const tile = Uint8Array.from([
  ...layerOf("earth", "earth", [featureOf(square(0, extent), true)]),
  ...layerOf(
    "water",
    "river",
    rows.map((top) => featureOf(square(top, 48), true)),
  ),
  ...layerOf(
    "roads",
    "highway",
    rows.map((top) => featureOf(square(top + 80, 0).slice(0, 2), false)),
  ),
]);

/**
 * Returns the position of a tile on the Hilbert curve over all tiles of its zoom level and those above it (PMTiles 3,
 * "Tile ID").
 */
function tileId(zoom: number, column: number, row: number): number {
  let id = (4 ** zoom - 1) / 3;
  let [x, y] = [column, row];
  for (let half = 2 ** (zoom - 1); half >= 1; half /= 2) {
    const [right, low] = [x & half ? 1 : 0, y & half ? 1 : 0];
    id += half * half * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [x, y] = [half - 1 - x, half - 1 - y];
      [x, y] = [y, x];
    }
  }
  return id;
}

const maxZoom = 10;

/**
 * Creates a file of vector tiles (PMTiles 3) with the layers of a Protomaps base map: one tile per zoom level, around a
 * location.
 */
export function createPmtiles({ lat, lon }: Place): Buffer {
  const radians = (lat * Math.PI) / 180;
  const across = (lon + 180) / 360;
  const down = (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
  const ids = Array.from({ length: maxZoom + 1 }, (_, zoom) =>
    tileId(zoom, Math.floor(across * 2 ** zoom), Math.floor(down * 2 ** zoom)),
  );
  const directory = Buffer.from([
    ...varint(ids.length),
    ...ids.flatMap((id, at) => varint(id - (ids[at - 1] ?? 0))),
    ...ids.flatMap(() => [1]),
    ...ids.flatMap(() => varint(tile.length)),
    // All entries refer to the same tile, at the start of the data.
    ...ids.flatMap(() => [1]),
  ]);
  const metadata = Buffer.from(JSON.stringify({ attribution: "© OpenStreetMap" }));
  const head = Buffer.alloc(127);
  head.write("PMTiles", 0, "latin1");
  head[7] = 3;
  const places = [
    [head.length, directory.length],
    [head.length + directory.length, metadata.length],
    [head.length + directory.length + metadata.length, 0],
    [head.length + directory.length + metadata.length, tile.length],
    [ids.length, ids.length],
    [1],
  ].flat();
  for (const [at, value] of places.entries()) head.writeBigUInt64LE(BigInt(value), 8 + 8 * at);
  // Not clustered, no compression, vector tiles.
  head.set([0, 1, 1, 1, 0, maxZoom], 96);
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) head.writeInt32LE(degrees * 1e7, 102 + 4 * at);
  return Buffer.concat([head, directory, metadata, tile]);
}
