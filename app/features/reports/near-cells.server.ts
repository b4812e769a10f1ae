import { type SQL, sql } from "drizzle-orm";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

/** The square of cells around a point: an index answers it without looking at any other report. */
export function isWithin({ latitude, longitude }: { latitude: number; longitude: number }, kilometres: number): SQL {
  return isAround(Math.round(latitude * 100), Math.round(longitude * 100), Math.ceil(kilometres / 1.11) + 1);
}

/** The square of so many cells to each side of one; more of them to the east and west, where they are narrower. */
export function isAround(cellLat: number, cellLon: number, reach: number): SQL {
  const rows = Array.from({ length: 2 * reach + 1 }, (_, at) => cellLat - reach + at);
  const wide = Math.ceil(reach / Math.max(0.05, Math.cos((cellLat / 100) * (Math.PI / 180))));
  const [west, east] = [cellLon - wide, cellLon + wide];
  return sql`${posts.cellLat} = any(${sql.param(rows)}::smallint[]) and ${posts.cellLon} between ${west} and ${east}`;
}
