import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isAround } from "../board/geo-grid.server.ts";
import { counterparts } from "../form/prefill-from-pet.rules.ts";
import type { Report } from "../reports.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

/** Columns that are compared, and the reporter. */
const columns = {
  id: posts.id,
  kind: posts.kind,
  reporterId: posts.reporterId,
  guestEmail: posts.guestEmail,
  petName: posts.petName,
  type: posts.type,
  otherType: posts.otherType,
  breed: posts.breed,
  colors: posts.colors,
  size: posts.size,
  gender: posts.gender,
  age: posts.age,
  marks: posts.marks,
  microchip: posts.microchip,
  seenAt: posts.seenAt,
  latitude: posts.latitude,
  longitude: posts.longitude,
  area: posts.area,
};

export type Candidate = Pick<Report, keyof typeof columns>;

const maxNearby = 400;
const maxWithoutPlace = 100;
/**
 * Square sizes in cells. A larger square is searched only if the smaller one has too few reports, to avoid reading a
 * whole city.
 */
const squares = [1, 2, 4, 8, 23];
/** Maximum days between lost and found, and tolerance in days for inexact memories. */
const [longest, tolerance] = [180, 2];
const dayMs = 86_400_000;

type Db = Pick<AppContext, "db">;
type Subject = Pick<Report, "kind" | "type" | "seenAt" | "cellLat" | "cellLon" | "microchip">;
type Kind = Report["kind"];

const isOpen = (now: Date) => and(eq(posts.status, "open"), isNull(posts.hiddenAt), gt(posts.expiresAt, now));

/** SQL condition for the time of a counterpart: found after it was lost, or lost before it was found. */
function isInTime({ kind, seenAt }: Subject): SQL {
  const [back, ahead] = kind === "lost" ? [tolerance, longest] : [longest, tolerance];
  const at = (days: number) => new Date(seenAt.getTime() + days * dayMs).toISOString();
  return sql`${posts.seenAt} between ${at(-back)}::timestamptz and ${at(ahead)}::timestamptz`;
}

/**
 * Selects the nearest reports in place and time within `reach` cells; a day counts like a hundred metres. The ids are
 * found by an index-only scan.
 */
function nearQuery({ db }: Db, report: Subject & { cellLat: number; cellLon: number }, now: Date, reach: number) {
  const { kind, type, cellLat, cellLon, seenAt } = report;
  const narrow = Math.cos((cellLat / 100) * (Math.PI / 180));
  const distance = sql`1.11 * sqrt((${posts.cellLat} - ${cellLat}::int) ^ 2
      + ((${posts.cellLon} - ${cellLon}::int) * ${narrow}::float8) ^ 2)
    + abs(extract(epoch from ${posts.seenAt} - ${seenAt.toISOString()}::timestamptz))::float8 / 864000`;
  const nearest = db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        eq(posts.status, "open"),
        isNull(posts.hiddenAt),
        eq(posts.type, type),
        inArray(posts.kind, [...counterparts[kind]]),
        isAround(cellLat, cellLon, reach),
        isInTime(report),
      ),
    )
    .orderBy(distance)
    .limit(maxNearby)
    .as("nearest");
  return db.select(columns).from(posts).innerJoin(nearest, eq(nearest.id, posts.id)).where(gt(posts.expiresAt, now));
}

/**
 * Selects reports without coordinates, closest in time first; if the report itself has none, also those with
 * coordinates.
 */
function withoutPlaceQuery({ db }: Db, report: Subject, now: Date, kind: Kind) {
  const isAnywhere = report.cellLat === null;
  return db
    .select(columns)
    .from(posts)
    .where(
      and(
        isOpen(now),
        eq(posts.type, report.type),
        eq(posts.kind, kind),
        isInTime(report),
        isAnywhere ? undefined : isNull(posts.cellLat),
      ),
    )
    .orderBy(report.kind === "lost" ? asc(posts.seenAt) : desc(posts.seenAt))
    .limit(maxWithoutPlace);
}

/** Selects reports with the same microchip, regardless of place and time. */
function chipQuery({ db }: Db, { kind, microchip }: Subject & { microchip: string }, now: Date) {
  return db
    .select(columns)
    .from(posts)
    .where(and(isOpen(now), eq(posts.microchip, microchip), inArray(posts.kind, [...counterparts[kind]])))
    .limit(maxWithoutPlace);
}

/**
 * Finds the open reports to compare a report with: counterparts of the same species that are plausible in place and
 * time, at most about 700, and those with the same microchip. Every query uses an index.
 */
export async function findCandidates(ctx: Db, report: Subject, now: Date): Promise<Candidate[]> {
  const { cellLat, cellLon, microchip, kind } = report;
  const found: Candidate[] = microchip ? await chipQuery(ctx, { ...report, microchip }, now) : [];
  for (const one of counterparts[kind]) found.push(...(await withoutPlaceQuery(ctx, report, now, one)));
  if (cellLat !== null && cellLon !== null) {
    let near: Candidate[] = [];
    for (const reach of squares) {
      near = await nearQuery(ctx, { ...report, cellLat, cellLon }, now, reach);
      if (near.length >= maxNearby) break;
    }
    found.push(...near);
  }
  return [...new Map(found.map((one) => [one.id, one])).values()];
}
