import { and, count, desc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { href } from "react-router";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { type ComparedReport, isSamePerson } from "../matching/compared-reports.rules.ts";
import { queueMatching } from "../matching/queue-matching.server.ts";
import { canBecome } from "../reports.rules.ts";
import { type Holder, type Report, updateLostState } from "../reports.server.ts";
import {
  reportMatches as matches,
  lostFoundPosts as posts,
  reportComplaints,
  reportConversations,
  reportPosters,
} from "../reports.tables.server.ts";

const maxDuplicates = 5;
const maxCompared = 50;

type ReporterFields = Pick<Report, "id" | "reporterId" | "guestEmail">;

const nearDays = 3;
const folded = (text: string) => foldForSearch(text).trim();

export type Compared = Pick<
  ComparedReport,
  "kind" | "type" | "petName" | "microchip" | "seenAt" | "area" | "colors"
> & {
  petId: string | null;
};

/**
 * Returns whether two reports of one person seem to be about the same pet: by microchip, pet profile or name; without
 * names by the same area, at most three days apart and no conflicting colours.
 */
export function isSamePet(one: Compared, other: Compared): boolean {
  if (one.kind !== other.kind || one.type !== other.type) return false;
  if (one.microchip && other.microchip) return one.microchip === other.microchip;
  if (one.petId && other.petId) return one.petId === other.petId;
  if (one.petName && other.petName) return folded(one.petName) === folded(other.petName);
  const isNear = Math.abs(one.seenAt.getTime() - other.seenAt.getTime()) <= nearDays * dayMs;
  const [left, right] = [one.colors, other.colors];
  const isColored = left.length === 0 || right.length === 0 || left.some((colour) => right.includes(colour));
  return isNear && isColored && folded(one.area) === folded(other.area);
}

/** Lists other open or expired reports of the same pet by the same person, newest first. */
export async function listDuplicates(ctx: AppContext, report: Report) {
  if (!canBecome(report.status, "merged")) return [];
  const rows = await ctx.db
    .select()
    .from(posts)
    .where(
      and(
        isOfPerson(report),
        inArray(posts.status, ["open", "expired"]),
        eq(posts.kind, report.kind),
        eq(posts.type, report.type),
        isNull(posts.hiddenAt),
        ne(posts.id, report.id),
      ),
    )
    .orderBy(desc(posts.id))
    .limit(maxCompared);
  return rows
    .filter((row) => isSamePet(row, report))
    .slice(0, maxDuplicates)
    .map(({ id, kind, status, type, colors, petName, area, photos, createdAt }) => {
      return { id, kind, status, type, colors, petName, area, photos, createdAt };
    });
}

function isOfPerson({ reporterId, guestEmail }: ReporterFields) {
  if (reporterId) return eq(posts.reporterId, reporterId);
  return guestEmail ? and(isNull(posts.reporterId), eq(posts.guestEmail, guestEmail)) : sql`false`;
}

/**
 * Merges two of the holder's own reports of the same pet. The newer one stays, with the photos, conversations, posters,
 * complaints and matches of both, and with details that only the older one has; the older one's URL redirects to it.
 * Returns the id of the remaining report. Throws 409 (`duplicates.notThese`) for hidden or resolved reports and
 * different species or kinds, and 404 for someone else's.
 */
export function mergeReports(ctx: AppContext, holder: Holder, oneId: string, otherId: string): Promise<string> {
  const isManaged = (report: Report) =>
    "id" in holder ? report.reporterId === holder.id : report.id === holder.guestOf && report.reporterId === null;
  return merge(ctx, [oneId, otherId], {
    isAllowed: (one, other) => (isManaged(one) || isManaged(other)) && isSamePerson(one, other),
    byId: "id" in holder ? holder.id : null,
  });
}

/** Merges two reports of one person on behalf of an administrator, with an audit log entry. */
export function mergeAsAdmin(ctx: AppContext, actor: Actor, oneId: string, otherId: string): Promise<string> {
  requireAdmin(actor);
  return merge(ctx, [oneId, otherId], { isAllowed: isSamePerson, byId: actor.id, admin: actor });
}

interface Authority {
  isAllowed: (one: Report, other: Report) => boolean;
  byId: string | null;
  admin?: Actor;
}

async function merge(ctx: AppContext, ids: string[], { isAllowed, byId, admin }: Authority): Promise<string> {
  return withTransaction(ctx, async (tx) => {
    const rows = await tx.db.select().from(posts).where(inArray(posts.id, ids)).orderBy(posts.id).for("no key update");
    const [older, newer] = rows;
    if (!older || !newer || !isAllowed(older, newer)) throw notFound();
    const isSameAnimal = older.kind === newer.kind && older.type === newer.type;
    const isReady = rows.every(({ status, hiddenAt }) => canBecome(status, "merged") && hiddenAt === null);
    if (!isSameAnimal || !isReady) throw new AppError("duplicates.notThese", 409);
    const now = ctx.clock.now();
    const merged = mergeColumns(newer, older, now);
    const mergedColumns = { status: "merged", mergedIntoId: newer.id, mergedAt: now, mergedById: byId } as const;
    await tx.db
      .update(posts)
      .set({ ...mergedColumns, petId: null, photos: [], hiddenPhotos: [], openComplaints: 0, updatedAt: now })
      .where(eq(posts.id, older.id));
    await moveAll(tx, older, newer);
    const { search, contactSearch, ...columns } = { ...newer, ...merged };
    await tx.db
      .update(posts)
      .set({ ...columns, openComplaints: await countComplaints(tx, newer.id) })
      .where(eq(posts.id, newer.id));
    if (columns.status === "open") {
      await updateLostState(tx, columns);
      await queueMatching(tx, newer.id);
    }
    if (admin)
      await recordChange(tx, admin, {
        action: "report.merge",
        subject: { kind: "report", id: older.id, name: older.petName, personId: older.reporterId },
        before: older,
        after: { ...older, ...mergedColumns },
      });
    return newer.id;
  });
}

/** Joins the texts of both reports, the newer first. */
function joinTexts(newer: string | null, older: string | null, between: string): string | null {
  const texts = [newer, older].filter((text) => text !== null);
  return texts.length > 0 ? [...new Set(texts)].join(between) : null;
}

/** Returns the newer report's columns, completed from the older one. The search text contains both. */
function mergeColumns(newer: Report, older: Report, now: Date): Partial<Report> {
  const missing = Object.entries(older).filter(([column]) => newer[column as keyof Report] === null);
  const filled = Object.fromEntries(missing) as Partial<Report>;
  const { remindedAt, matchAskedAt, ...facts } = filled;
  const hasPlace = newer.latitude !== null || newer.cellLat !== null;
  const { latitude, longitude, cellLat, cellLon, ...rest } = facts;
  return {
    ...rest,
    ...(hasPlace ? {} : { latitude, longitude, cellLat, cellLon }),
    ...(newer.reward === null ? { showReward: older.showReward } : {}),
    description: joinTexts(newer.description, older.description, "\n\n"),
    additionalInfo: joinTexts(newer.additionalInfo, older.additionalInfo, "\n\n"),
    marks: joinTexts(newer.marks, older.marks, " · "),
    hiddenMark: joinTexts(newer.hiddenMark, older.hiddenMark, " · "),
    colors: newer.colors.length > 0 ? newer.colors : older.colors,
    gender: newer.gender === "unknown" ? older.gender : newer.gender,
    habit: newer.habit ?? older.habit,
    photos: [...new Set([...newer.photos, ...older.photos])],
    hiddenPhotos: [...newer.hiddenPhotos, ...older.hiddenPhotos],
    words: `${newer.words} ${older.words}`,
    status: older.status === "open" ? "open" : newer.status,
    expiresAt: older.expiresAt > newer.expiresAt ? older.expiresAt : newer.expiresAt,
    version: newer.version + 1,
    updatedAt: now,
  };
}

async function moveAll({ db }: AppContext, older: Report, newer: Report): Promise<void> {
  const ofOlder = db
    .select({ id: reportConversations.conversationId })
    .from(reportConversations)
    .where(eq(reportConversations.reportId, older.id));
  await db
    .update(conversations)
    .set({ link: href("/dashboard/lost-found/:reportId", { reportId: newer.id }) })
    .where(inArray(conversations.id, ofOlder));
  await db.update(reportConversations).set({ reportId: newer.id }).where(eq(reportConversations.reportId, older.id));
  await db
    .update(reportPosters)
    .set({ reportId: newer.id, idempotencyKey: null })
    .where(eq(reportPosters.reportId, older.id));
  await moveComplaints(db, older.id, newer.id);
  const own = newer.kind === "lost" ? matches.lostId : matches.foundId;
  const moved = await db.delete(matches).where(eq(own, older.id)).returning();
  if (moved.length === 0) return;
  const side = newer.kind === "lost" ? { lostId: newer.id } : { foundId: newer.id };
  await db
    .insert(matches)
    .values(moved.map((match) => ({ ...match, ...side })))
    .onConflictDoUpdate({
      target: [matches.lostId, matches.foundId],
      set: {
        dismissedByLostAt: sql`coalesce(${matches.dismissedByLostAt}, excluded.dismissed_by_lost_at)`,
        dismissedByFoundAt: sql`coalesce(${matches.dismissedByFoundAt}, excluded.dismissed_by_found_at)`,
        notifiedAt: sql`coalesce(${matches.notifiedAt}, excluded.notified_at)`,
        notifiedCertain: sql`${matches.notifiedCertain} or excluded.notified_certain`,
      },
    });
}

/**
 * Moves the complaints of a report to another. Of two complaints by one person one is kept, the open one if only that
 * is open, so that each person counts once.
 */
async function moveComplaints(db: AppContext["db"], fromId: string, toId: string): Promise<void> {
  const isOpenAtFrom = and(eq(reportComplaints.reportId, fromId), isNull(reportComplaints.handledAt));
  const stillOpen = db.select({ by: reportComplaints.by }).from(reportComplaints).where(isOpenAtFrom);
  await db
    .delete(reportComplaints)
    .where(
      and(
        eq(reportComplaints.reportId, toId),
        isNotNull(reportComplaints.handledAt),
        inArray(reportComplaints.by, stillOpen),
      ),
    );
  const alreadyThere = db
    .select({ by: reportComplaints.by })
    .from(reportComplaints)
    .where(eq(reportComplaints.reportId, toId));
  await db
    .delete(reportComplaints)
    .where(and(eq(reportComplaints.reportId, fromId), inArray(reportComplaints.by, alreadyThere)));
  await db.update(reportComplaints).set({ reportId: toId }).where(eq(reportComplaints.reportId, fromId));
}

async function countComplaints({ db }: AppContext, reportId: string): Promise<number> {
  const isNew = and(eq(reportComplaints.reportId, reportId), isNull(reportComplaints.handledAt));
  const [row] = await db.select({ complaints: count() }).from(reportComplaints).where(isNew);
  return row?.complaints ?? 0;
}

/** Returns the report that a merged report ended up in after any number of merges; null if it was not merged. */
export async function findMergedInto({ db }: Pick<AppContext, "db">, reportId: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive line as (
      select ${posts.id}, ${posts.mergedIntoId}, 0 as step from ${posts} where ${eq(posts.id, reportId)}
      union all
      select next.id, next.merged_into_id, line.step + 1 from ${posts} as next join line on next.id = line.merged_into_id
    )
    select id from line where merged_into_id is null and step > 0`);
  return rows[0]?.id ?? null;
}

/** Lists the reports that were merged into a report, for administrators. */
export function listMerged({ db }: Pick<AppContext, "db">, reportId: string) {
  return db
    .select({ id: posts.id, petName: posts.petName, kind: posts.kind, type: posts.type, at: posts.mergedAt })
    .from(posts)
    .where(eq(posts.mergedIntoId, reportId))
    .orderBy(desc(posts.mergedAt))
    .limit(maxCompared);
}
