import { type SQL, sql } from "drizzle-orm";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

/** The square of cells around a point: an index answers it without looking at any other report. */
export function isWithin({ latitude, longitude }: { latitude: number; longitude: number }, kilometres: number): SQL {
  const reach = Math.ceil(kilometres / 1.11) + 1;
  const middle = Math.round(latitude * 100);
  const rows = Array.from({ length: 2 * reach + 1 }, (_, at) => middle - reach + at);
  const wide = Math.ceil(reach / Math.max(0.05, Math.cos((latitude * Math.PI) / 180)));
  const [west, east] = [Math.round(longitude * 100) - wide, Math.round(longitude * 100) + wide];
  return sql`${posts.cellLat} = any(${sql.param(rows)}::smallint[]) and ${posts.cellLon} between ${west} and ${east}`;
}
