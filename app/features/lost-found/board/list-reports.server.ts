import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { petTypes } from "#app/features/pets/pets.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesWords, matchesWordsLoosely } from "#app/platform/db/text-search.server.ts";
import { searchWords } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { kilometresBetween } from "#app/platform/map/distance.ts";
import { findPlace } from "#app/platform/map/gazetteer.ts";
import { type PublicReport, publicColumns, toPublicReport } from "../public-report.server.ts";
import { cellOf, isRealPlace, reportKinds } from "../reports.rules.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";
import { isWithin, listCellsAround } from "./geo-grid.server.ts";
import { distances, type ReportQuery, sorts } from "./report-query.rules.ts";

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | null =>
  values.find((value) => value === given) ?? null;

function readPosition(query: URLSearchParams, place: string): ReportQuery["near"] {
  const [latitude = Number.NaN, longitude = Number.NaN] = foldDigits(query.get("near") ?? "")
    .split(",")
    .map(Number);
  if (query.get("near") && isRealPlace(latitude, longitude))
    return { latitude: cellOf(latitude) / 100, longitude: cellOf(longitude) / 100 };
  return place ? findPlace(place) : null;
}

/** Parses the board's query string. Ignores unknown values. */
export function readQuery(query: URLSearchParams): ReportQuery {
  const text = asLine((query.get("q") ?? "").slice(0, 200));
  const place = asLine((query.get("place") ?? "").slice(0, 100));
  const near = readPosition(query, place);
  const defaultSort = text ? "best" : near ? "nearest" : "newest";
  const requestedSort = oneOf(sorts, query.get("sort")) ?? defaultSort;
  const isPossible = (requestedSort !== "nearest" || near) && (requestedSort !== "best" || text);
  return {
    text,
    kind: oneOf(reportKinds, query.get("kind")),
    type: oneOf(petTypes, query.get("type")),
    isResolved: query.get("status") === "resolved",
    near,
    place,
    kilometres: distances.find((distance) => String(distance) === query.get("km")) ?? 10,
    sort: isPossible ? requestedSort : defaultSort,
    view: query.get("view") === "map" ? "map" : "list",
    after: query.get("after"),
  };
}

export type ListedReport = PublicReport & { kilometres: number | null };

export interface ReportPage {
  reports: ListedReport[];
  /** Cursor of the next page; null on the last. */
  next: string | null;
  /** True when nothing matches the search text exactly and these reports are only similar. */
  isSimilar: boolean;
}

const pageSizes = { list: 24, map: 80 };
/** Maximum number of matches that are ranked by relevance, newest first. */
const maxRanked = 500;
/** Maximum number of reports compared by similar spelling, newest first, since that is slow. */
const maxCompared = 2_000;

/** PostgreSQL has no year 0. */
const time = z.iso.datetime().refine((text) => !text.startsWith("0000"));
/** Cursor: sort key and id of the last report, and for a search the time of its first page. */
const cursorShape = z.tuple([z.union([z.string().max(40), z.number()]), z.uuid(), time]);
type Cursor = z.output<typeof cursorShape>;

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function readCursor(text: string | null): Cursor | null {
  if (!text || text.length > 300) return null;
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    return null;
  }
}

const nowParam = (ctx: Pick<AppContext, "clock">) => sql`${ctx.clock.now().toISOString()}::timestamptz`;

function filterOf(ctx: AppContext, query: ReportQuery): SQL | undefined {
  const isListed = query.isResolved
    ? eq(posts.status, "resolved")
    : and(eq(posts.status, "open"), gt(posts.expiresAt, nowParam(ctx)));
  return and(
    isListed,
    isNull(posts.hiddenAt),
    query.kind ? eq(posts.kind, query.kind) : undefined,
    query.type ? eq(posts.type, query.type) : undefined,
  );
}

/**
 * Returns a page of public reports. Sorting by newest, last seen or nearest continues along an index from the cursor,
 * so that every page costs the same. A search ranks the newest 500 matches by words, age and distance; if there are
 * none, it looks for similar spellings among the newest 2,000 reports.
 */
export async function listReports(ctx: AppContext, query: ReportQuery): Promise<ReportPage> {
  const words = searchWords(query.text);
  const exact = await pageOf(ctx, query, matchesWords(posts.search, words));
  if (exact.reports.length > 0 || words.length === 0 || query.after) return { ...exact, isSimilar: false };
  const similar = await pageOf(ctx, query, inArray(posts.id, await findSimilar(ctx, query, words)));
  return { ...similar, next: null, isSimilar: similar.reports.length > 0 };
}

/** Returns those of the newest reports that contain every word or a similar spelling of it. */
async function findSimilar(ctx: AppContext, query: ReportQuery, words: readonly string[]): Promise<string[]> {
  const newest = query.isResolved ? posts.resolvedAt : posts.publishedAt;
  const within = query.near ? isWithin(query.near, query.kilometres) : undefined;
  const recent = ctx.db
    .select({ id: posts.id, search: posts.search })
    .from(posts)
    .where(and(filterOf(ctx, query), within))
    .orderBy(sql`${newest} desc`)
    .limit(maxCompared)
    .as("recent");
  const rows = await ctx.db.select({ id: recent.id }).from(recent).where(matchesWordsLoosely(recent.search, words));
  return rows.map(({ id }) => id);
}

type Page = Omit<ReportPage, "isSimilar">;

function pageOf(ctx: AppContext, query: ReportQuery, isMatch: SQL | undefined): Promise<Page> {
  const where = and(filterOf(ctx, query), isMatch);
  if (query.sort === "nearest" && query.near) return nearestPage(ctx, { ...query, near: query.near }, where);
  const within = query.near ? and(where, isWithin(query.near, query.kilometres)) : where;
  return query.sort === "best" ? bestPage(ctx, query, within) : latestPage(ctx, query, within);
}

async function latestPage(ctx: AppContext, query: ReportQuery, where: SQL | undefined): Promise<Page> {
  const column = query.isResolved ? posts.resolvedAt : query.sort === "seen" ? posts.seenAt : posts.publishedAt;
  const cursor = readCursor(query.after);
  const from = cursor && time.safeParse(cursor[0]).success ? cursor : null;
  const afterCursor = from ? sql`(${column}, ${posts.id}) < (${from[0]}::timestamptz, ${from[1]}::uuid)` : undefined;
  const size = pageSizes[query.view];
  const rows = await ctx.db
    .select({
      ...publicColumns,
      key: sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(posts)
    .where(and(where, afterCursor))
    .orderBy(sql`${column} desc`, sql`${posts.id} desc`)
    .limit(size + 1);
  return toPage(ctx, query, rows, size);
}

/**
 * Reads the cells around the position from the nearest outwards, at most one page from each, in growing rings until the
 * page is full. Avoids computing the distance of every report in a large city.
 */
async function nearestPage(
  ctx: AppContext,
  query: ReportQuery & { near: NonNullable<ReportQuery["near"]> },
  where: SQL | undefined,
): Promise<Page> {
  const cursor = readCursor(query.after);
  const from = typeof cursor?.[0] === "number" ? { kilometres: cursor[0], id: cursor[1] } : null;
  const afterCursor = from
    ? sql`(cells.kilometres, ${posts.id}) > (${from.kilometres}::float8, ${from.id}::uuid)`
    : undefined;
  const size = pageSizes[query.view];
  const nearest = from?.kilometres ?? 0;
  for (let margin = 2; ; margin *= 2) {
    const radius = Math.min(nearest + margin, query.kilometres);
    const cells = listCellsAround(query.near, { nearest, radius });
    const inCell = ctx.db
      .select({ ...publicColumns, hasHiddenMark: publicColumns.hasHiddenMark.as("has_hidden_mark") })
      .from(posts)
      .where(and(where, sql`${posts.cellLat} = cells.lat and ${posts.cellLon} = cells.lon`, afterCursor))
      .orderBy(posts.id)
      .limit(size + 1)
      .as("candidates");
    const rows = await ctx.db
      .select({ ...candidateColumns(inCell), key: sql`cells.kilometres`.mapWith(Number) })
      .from(cells)
      .crossJoinLateral(inCell)
      .orderBy(sql`cells.kilometres`, sql`candidates.id`)
      .limit(size + 1);
    if (rows.length > size || radius >= query.kilometres) return toPage(ctx, query, rows, size);
  }
}

async function bestPage(ctx: AppContext, query: ReportQuery, where: SQL | undefined): Promise<Page> {
  const cursor = readCursor(query.after);
  const from = typeof cursor?.[0] === "number" ? cursor : null;
  const askedAt = from?.[2] ?? ctx.clock.now().toISOString();
  const words = searchWords(query.text);
  const newest = query.isResolved ? posts.resolvedAt : posts.publishedAt;
  const candidates = ctx.db
    .select({
      ...publicColumns,
      hasHiddenMark: publicColumns.hasHiddenMark.as("has_hidden_mark"),
      search: posts.search,
      newest: sql`${newest}`.as("newest"),
    })
    .from(posts)
    .where(and(where, lt(newest, sql`${askedAt}::timestamptz + interval '1 second'`)))
    .orderBy(sql`${newest} desc`)
    .limit(maxRanked)
    .as("candidates");
  // Matching words weigh most, earlier ones more. The weight of age halves every month, that of distance every 10 km.
  const age = sql`exp(-extract(epoch from ${askedAt}::timestamptz - candidates.newest) / 3744000)`;
  const near = query.near ? sql`exp(-${distanceOfCandidate(query.near)} / 14.4)` : sql`0`;
  const similarity = sql.join(
    words.map((word) => sql`word_similarity(${word}, candidates.search)`),
    sql` + `,
  );
  const score = sql<number>`round(((${similarity}) / ${Math.max(1, words.length)} * 2 + ${age} + coalesce(${near}, 0))::numeric, 6)::float8`;
  const size = pageSizes[query.view];
  const rows = await ctx.db
    .select({ ...candidateColumns(candidates), key: score.mapWith(Number) })
    .from(candidates)
    .where(from ? sql`(${score}, candidates.id) < (${from[0]}::float8, ${from[1]}::uuid)` : undefined)
    .orderBy(sql`${score} desc`, sql`candidates.id desc`)
    .limit(size + 1);
  return toPage(ctx, query, rows, size, askedAt);
}

function candidateColumns<Candidates extends Record<keyof typeof publicColumns, unknown>>(candidates: Candidates) {
  const names = Object.keys(publicColumns) as (keyof typeof publicColumns)[];
  return Object.fromEntries(names.map((name) => [name, candidates[name]])) as unknown as typeof publicColumns;
}

function distanceOfCandidate({ latitude, longitude }: { latitude: number; longitude: number }): SQL {
  // Accurate enough for sorting: degrees of longitude get shorter away from the equator.
  const narrow = Math.cos((latitude * Math.PI) / 180);
  return sql`(1.11 * sqrt((candidates.cell_lat - ${latitude * 100}::float8) ^ 2
    + ((candidates.cell_lon - ${longitude * 100}::float8) * ${narrow}::float8) ^ 2))`;
}

type Row = Parameters<typeof toPublicReport>[0] & { key: string | number };

function toPage(ctx: AppContext, query: ReportQuery, rows: Row[], size: number, askedAt?: string): Page {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const reports = shown.map(({ key: _, ...row }) => {
    const report = toPublicReport(row);
    return { ...report, kilometres: query.near && report.where && kilometresBetween(query.near, report.where) };
  });
  const next =
    rows.length > size && last ? writeCursor([last.key, last.id, askedAt ?? ctx.clock.now().toISOString()]) : null;
  return { reports, next };
}

/** Returns ids of the newest open public reports, at most `maxReports`, with the time of their last change. */
export function listNewestReports({ db, clock }: Pick<AppContext, "db" | "clock">, maxReports: number) {
  return db
    .select({ id: posts.id, changedAt: posts.updatedAt })
    .from(posts)
    .where(and(eq(posts.status, "open"), isNull(posts.hiddenAt), gt(posts.expiresAt, clock.now())))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(maxReports);
}
