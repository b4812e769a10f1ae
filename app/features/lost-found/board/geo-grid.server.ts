import { type SQL, sql } from "drizzle-orm";
import { kilometresBetween } from "#app/platform/map/distance.ts";
import { cellOf } from "../reports.rules.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

interface Point {
  latitude: number;
  longitude: number;
}

const radiusInCells = (kilometres: number) => Math.ceil(kilometres / 1.11) + 1;

/** SQL condition for the square of cells around a point; answered by an index alone. */
export function isWithin({ latitude, longitude }: Point, kilometres: number): SQL {
  return isAround(cellOf(latitude), cellOf(longitude), radiusInCells(kilometres));
}

/**
 * Cells whose centres are between two distances from a point, as a table `cells` (lat, lon, kilometres). Distances are
 * measured to centres only, since distances to the exact locations would reveal them.
 */
export function listCellsAround(point: Point, { nearest, radius }: { nearest: number; radius: number }): SQL {
  const { rows, west, east } = squareAround(cellOf(point.latitude), cellOf(point.longitude), radiusInCells(radius));
  const cells = rows.flatMap((lat) =>
    Array.from({ length: east - west + 1 }, (_, at) => {
      const lon = west + at;
      return { lat, lon, kilometres: kilometresBetween(point, { latitude: lat / 100, longitude: lon / 100 }) };
    }).filter(({ kilometres }) => kilometres >= nearest && kilometres <= radius),
  );
  const column = (name: keyof (typeof cells)[number]) => sql.param(cells.map((cell) => cell[name]));
  return sql`unnest(${column("lat")}::smallint[], ${column("lon")}::smallint[], ${column("kilometres")}::float8[]) as cells(lat, lon, kilometres)`;
}

function squareAround(cellLat: number, cellLon: number, cells: number) {
  const rows = Array.from({ length: 2 * cells + 1 }, (_, at) => cellLat - cells + at);
  // Limited near the poles, where cells have no width.
  const wide = Math.ceil(cells / Math.max(0.2, Math.cos((cellLat / 100) * (Math.PI / 180))));
  return { rows, west: cellLon - wide, east: cellLon + wide };
}

/**
 * SQL condition for the square of `reach` cells on each side of a cell; wider to the east and west, where cells are
 * narrower.
 */
export function isAround(cellLat: number, cellLon: number, cells: number): SQL {
  const { rows, west, east } = squareAround(cellLat, cellLon, cells);
  return sql`${posts.cellLat} = any(${sql.param(rows)}::smallint[]) and ${posts.cellLon} between ${west} and ${east}`;
}
