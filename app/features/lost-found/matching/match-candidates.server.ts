import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isAround } from "../board/geo-grid.server.ts";
import { counterparts } from "../form/prefill-from-pet.rules.ts";
import type { Report } from "../reports.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

/** The columns that are compared, and the reporter. */
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
const maxVague = 100;
/** Each square is looked into only when the smaller one is not full: a crowded town is not read as a whole. Cells. */
const squares = [1, 2, 4, 8, 23];
/** Days that may lie between lost and found, and by how many a memory may err. */
const [longest, tolerance] = [180, 2];
const dayMs = 86_400_000;

type Db = Pick<AppContext, "db">;
type Subject = Pick<Report, "kind" | "type" | "seenAt" | "cellLat" | "cellLon" | "microchip">;
type Kind = Report["kind"];

const isOpen = (now: Date) => and(eq(posts.status, "open"), isNull(posts.hiddenAt), gt(posts.expiresAt, now));

/** When a counterpart was seen: found after it was lost, lost before it was found. */
function isInTime({ kind, seenAt }: Subject): SQL {
  const [back, ahead] = kind === "lost" ? [tolerance, longest] : [longest, tolerance];
  const at = (days: number) => new Date(seenAt.getTime() + days * dayMs).toISOString();
  return sql`${posts.seenAt} between ${at(-back)}::timestamptz and ${at(ahead)}::timestamptz`;
}

/**
 * The nearest in place and time within so many cells; a day more counts as a hundred metres more. Which they are is read
 * from the index alone.
 */
function nearQuery({ db }: Db, report: Subject & { cellLat: number; cellLon: number }, now: Date, reach: number) {
  const { kind, type, cellLat, cellLon, seenAt } = report;
  const narrow = Math.cos((cellLat / 100) * (Math.PI / 180));
  const apart = sql`1.11 * sqrt((${posts.cellLat} - ${cellLat}::int) ^ 2
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
    .orderBy(apart)
    .limit(maxNearby)
    .as("nearest");
  return db.select(columns).from(posts).innerJoin(nearest, eq(nearest.id, posts.id)).where(gt(posts.expiresAt, now));
}

/** Those whose place is known by words only, the soonest first; of a report that is itself so, those of any place. */
function vagueQuery({ db }: Db, report: Subject, now: Date, kind: Kind) {
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
    .limit(maxVague);
}

/** Reports with the same microchip, wherever and whenever. */
function chipQuery({ db }: Db, { kind, microchip }: Subject & { microchip: string }, now: Date) {
  return db
    .select(columns)
    .from(posts)
    .where(and(isOpen(now), eq(posts.microchip, microchip), inArray(posts.kind, [...counterparts[kind]])))
    .limit(maxVague);
}

/**
 * The open reports that a report is worth comparing with: of the other side and the same kind of animal, near and at a
 * time that can be, some 700 at most however many there are; and every one with the same microchip. Each query goes along
 * an index.
 */
export async function findCandidates(ctx: Db, report: Subject, now: Date): Promise<Candidate[]> {
  const { cellLat, cellLon, microchip, kind } = report;
  const found: Candidate[] = microchip ? await chipQuery(ctx, { ...report, microchip }, now) : [];
  for (const one of counterparts[kind]) found.push(...(await vagueQuery(ctx, report, now, one)));
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
