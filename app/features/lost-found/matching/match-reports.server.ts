import { and, asc, count, desc, eq, getTableColumns, gt, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { href } from "react-router";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { hasMicrochip } from "#app/features/pets/pet-search.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { isAround } from "../board/geo-grid.server.ts";
import { sendReportEmail } from "../report-emails.server.ts";
import { withoutContacts } from "../reports.rules.ts";
import type { Report } from "../reports.server.ts";
import { reportMatches as matches, lostFoundPosts as posts, type StoredMatch } from "../reports.tables.server.ts";
import { counterparts, isSamePerson, isSearching, minShownScore, toMatchInput } from "./compared-reports.rules.ts";
import { isProbable, scoreMatch } from "./matching.rules.ts";

/** Second microchip of the report's pet. */
const secondMicrochip = sql<
  string | null
>`(select ${pets.secondMicrochip} from ${pets} where ${pets.id} = ${posts.petId})`;
const comparedColumns = { ...getTableColumns(posts), secondMicrochip };

/** Maximum number of candidates stored per run; more would not be useful. */
const maxFound = 20;

/**
 * Compares a report with its candidates, stores the matches and notifies both sides. Known pairs are scored again, so
 * that edits also lower scores. Idempotent. For two reports created concurrently, the later job sees the other report.
 */
export async function updateMatches(ctx: AppContext, { reportId }: { reportId: string }): Promise<void> {
  const now = ctx.clock.now();
  const [report] = await ctx.db
    .update(posts)
    .set({ matchAskedAt: null })
    .where(eq(posts.id, reportId))
    .returning(comparedColumns);
  if (!report || !isSearching(report, now)) return;
  const candidateIds = await chooseCandidates(ctx, report, now);
  const existing = await ctx.db
    .select({ lostId: matches.lostId, foundId: matches.foundId })
    .from(matches)
    .where(or(eq(matches.lostId, reportId), eq(matches.foundId, reportId)));
  const ids = [
    ...new Set([reportId, ...candidateIds, ...existing.flatMap(({ lostId, foundId }) => [lostId, foundId])]),
  ];
  if (ids.length > 1) await withTransaction(ctx, (tx) => storeMatches(tx, reportId, ids));
}

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
  habit: posts.habit,
  marks: posts.marks,
  microchip: posts.microchip,
  secondMicrochip,
  seenAt: posts.seenAt,
  latitude: posts.latitude,
  longitude: posts.longitude,
  area: posts.area,
};

type Compared = Report & { secondMicrochip: string | null };
type Candidate = Pick<Compared, keyof typeof columns>;

const maxNearby = 400;
const maxWithoutPlace = 100;
/**
 * Square sizes in cells. A larger square is searched only if the smaller one has too few reports, to avoid reading a
 * whole city.
 */
const squares = [1, 2, 4, 8, 23];
/** Maximum days between lost and found, and tolerance in days for inexact memories. */
const [longest, tolerance] = [180, 2];

type Db = Pick<AppContext, "db">;
type Subject = Pick<Report, "kind" | "type" | "seenAt" | "cellLat" | "cellLon" | "microchip"> &
  Partial<Pick<Compared, "secondMicrochip">>;
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
function nearQuery({ db }: Db, report: Subject & { cellLat: number; cellLon: number }, now: Date, cells: number) {
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
        isAround(cellLat, cellLon, cells),
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

/** Selects reports with the same microchip, or about a pet that has it, regardless of place and time. */
async function findByChip({ db }: Db, { kind }: Subject, microchip: string, now: Date): Promise<Candidate[]> {
  const owners = await db.select({ id: pets.id }).from(pets).where(hasMicrochip(microchip)).limit(maxWithoutPlace);
  const isOfPet =
    owners.length > 0
      ? inArray(
          posts.petId,
          owners.map(({ id }) => id),
        )
      : undefined;
  return db
    .select(columns)
    .from(posts)
    .where(and(isOpen(now), or(eq(posts.microchip, microchip), isOfPet), inArray(posts.kind, [...counterparts[kind]])))
    .limit(maxWithoutPlace);
}

/**
 * Finds the open reports to compare a report with: counterparts of the same species that are plausible in place and
 * time, at most about 700, and those with the same microchip. Every query uses an index.
 */
export async function findCandidates(ctx: Db, report: Subject, now: Date): Promise<Candidate[]> {
  const { cellLat, cellLon, microchip, secondMicrochip, kind } = report;
  const found: Candidate[] = [];
  for (const chip of [microchip, secondMicrochip]) if (chip) found.push(...(await findByChip(ctx, report, chip, now)));
  for (const one of counterparts[kind]) found.push(...(await withoutPlaceQuery(ctx, report, now, one)));
  if (cellLat !== null && cellLon !== null) {
    let near: Candidate[] = [];
    for (const cells of squares) {
      near = await nearQuery(ctx, { ...report, cellLat, cellLon }, now, cells);
      if (near.length >= maxNearby) break;
    }
    found.push(...near);
  }
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

async function chooseCandidates(ctx: AppContext, report: Compared, now: Date): Promise<string[]> {
  const subject = toMatchInput(report);
  return (await findCandidates(ctx, report, now))
    .filter((one) => !isSamePerson(one, report))
    .map((one) => ({ id: one.id, ...scoreMatch(subject, toMatchInput(one), now) }))
    .filter(({ score }) => score >= minShownScore)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, maxFound)
    .map(({ id }) => id);
}

/** Maximum number of matches notified per report and day, so that many reports do not cause many e-mails. */
const dailyMatchLimit = 10;

function isNew({ isCertain, notifiedAt, notifiedCertain }: StoredMatch): boolean {
  return notifiedAt === null || (isCertain && !notifiedCertain);
}

/**
 * Returns those of the matches that are probable among their rivals: the shown matches of either report with reports
 * that are still open, unless somebody dismissed them.
 */
async function selectProbable({ db, clock }: AppContext, stored: StoredMatch[]): Promise<StoredMatch[]> {
  const candidates = stored.filter((one) => isNew(one) && one.score >= minShownScore);
  if (candidates.length === 0) return [];
  const [lost, found] = [alias(posts, "lost"), alias(posts, "found")];
  const isSearched = (post: typeof lost | typeof found) =>
    and(eq(post.status, "open"), isNull(post.hiddenAt), gt(post.expiresAt, clock.now()));
  const rivals = await db
    .select({ lostId: matches.lostId, foundId: matches.foundId, score: matches.score })
    .from(matches)
    .innerJoin(lost, and(eq(lost.id, matches.lostId), isSearched(lost)))
    .innerJoin(found, and(eq(found.id, matches.foundId), isSearched(found)))
    .where(
      and(
        or(
          inArray(matches.lostId, [...new Set(candidates.map(({ lostId }) => lostId))]),
          inArray(matches.foundId, [...new Set(candidates.map(({ foundId }) => foundId))]),
        ),
        gte(matches.score, minShownScore),
        isNull(matches.dismissedByLostAt),
        isNull(matches.dismissedByFoundAt),
      ),
    );
  const scores = (key: "lostId" | "foundId", id: string) =>
    rivals.filter((one) => one[key] === id).map(({ score }) => score);
  return candidates.filter(
    ({ score, isCertain, lostId, foundId }) =>
      isCertain || isProbable(score, scores("lostId", lostId), scores("foundId", foundId)),
  );
}

/**
 * Notifies both sides of probable matches: each pair once, and again when the microchips match, except for a
 * side that dismissed it. All matches found for a report in one run are one notification. Guests get an e-mail with
 * their link.
 */
async function notifyMatches(ctx: AppContext, stored: StoredMatch[], reports: Map<string, Report>): Promise<void> {
  const newMatches = (await selectProbable(ctx, stored)).sort((a, b) => b.score - a.score);
  if (newMatches.length === 0) return;
  const best = new Map<string, { other: string; isCertain: boolean }>();
  for (const { lostId, foundId, isCertain, dismissedByLostAt, dismissedByFoundAt } of newMatches) {
    if (!dismissedByLostAt && !best.has(lostId)) best.set(lostId, { other: foundId, isCertain });
    if (!dismissedByFoundAt && !best.has(foundId)) best.set(foundId, { other: lostId, isCertain });
  }
  const notifications: NewNotification[] = [];
  for (const [id, { other, isCertain }] of best) {
    const [report, otherReport] = [reports.get(id), reports.get(other)];
    if (!report || !otherReport || (!isCertain && (await countNotifiedToday(ctx, id)) >= dailyMatchLimit)) continue;
    if (report.reporterId) notifications.push(notificationOf(ctx, report, report.reporterId, otherReport));
    else await sendReportEmail(ctx, { kind: "match", reportId: id });
  }
  await sendNotifications(ctx, notifications);
  for (const { lostId, foundId, isCertain } of newMatches)
    await ctx.db
      .update(matches)
      .set({ notifiedAt: ctx.clock.now(), notifiedCertain: isCertain })
      .where(and(eq(matches.lostId, lostId), eq(matches.foundId, foundId)));
}

async function countNotifiedToday(ctx: AppContext, id: string): Promise<number> {
  const since = ctx.clock.ago(dayMs);
  const isOfReport = or(eq(matches.lostId, id), eq(matches.foundId, id));
  const [row] = await ctx.db
    .select({ notified: count() })
    .from(matches)
    .where(and(isOfReport, gt(matches.notifiedAt, since)));
  return row?.notified ?? 0;
}

function notificationOf(
  ctx: AppContext,
  { id, petName, kind, type, language }: Report,
  userId: string,
  otherReport: Report,
): NewNotification {
  const name = petName ?? ctx.translator(language)(`lostFound.unnamed.${kind}.${type}`);
  const params = {
    petName: name,
    place: withoutContacts(formatPlace(otherReport.area, language)),
    ...(otherReport.photos[0] && { photoId: otherReport.photos[0] }),
  };
  return { userId, kind: "match", params, link: href("/dashboard/lost-found/:reportId", { reportId: id }), topic: id };
}

/** Scores again with the rows locked, so that a concurrent edit is not overwritten by an outdated score. */
async function storeMatches(ctx: AppContext, reportId: string, ids: string[]): Promise<void> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .select(comparedColumns)
    .from(posts)
    .where(inArray(posts.id, ids))
    .orderBy(posts.id)
    .for("share");
  const report = rows.find(({ id }) => id === reportId);
  if (!report || !isSearching(report, now)) return;
  const pairs = rows
    .filter((one) => counterparts[report.kind].includes(one.kind) && isSearching(one, now))
    .filter((one) => !isSamePerson(one, report))
    .map((one) => {
      const [lost, found] = report.kind === "lost" ? [report, one] : [one, report];
      const match = scoreMatch(toMatchInput(lost), toMatchInput(found), now);
      return { lostId: lost.id, foundId: found.id, scoredAt: now, ...match };
    })
    .sort((a, b) => (a.lostId + a.foundId < b.lostId + b.foundId ? -1 : 1));
  if (pairs.length === 0) return;
  const stored = await ctx.db
    .insert(matches)
    .values(pairs)
    .onConflictDoUpdate({
      target: [matches.lostId, matches.foundId],
      set: {
        score: sql`excluded.score`,
        isCertain: sql`excluded.is_certain`,
        reasons: sql`excluded.reasons`,
        scoredAt: sql`excluded.scored_at`,
      },
    })
    .returning();
  await notifyMatches(ctx, stored, new Map(rows.map((row) => [row.id, row])));
}
