import { and, count, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type Actor, isAdmin } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { recordChange } from "#app/features/accounts/audit-log.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { holdsWords } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/refusal.server.ts";
import { searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";
import type { World } from "#app/platform/world.server.ts";
import { askForMatches } from "./ask-for-matches.server.ts";
import { listMerged, listTwins } from "./merge-reports.server.ts";
import type { AdminState, ReportStatus } from "./reports.rules.ts";
import { lostFoundPosts as posts, reportFlags } from "./reports.tables.server.ts";

const pageSize = 40;

/** Reports that are open and on the pages: what the administrators' badge counts (specification §7). */
export async function countOpenReports({ db }: Pick<World, "db">): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(posts)
    .where(and(eq(posts.status, "open"), isNull(posts.hiddenAt)));
  return row?.open ?? 0;
}

function stateCondition(state: AdminState): SQL | undefined {
  if (state === "all") return undefined;
  if (state === "flagged") return gt(posts.openFlags, 0);
  if (state === "hidden") return isNotNull(posts.hiddenAt);
  return eq(posts.status, state as ReportStatus);
}

/** All reports for administrators, those with new complaints first, then the newest; `after` pages on. */
export async function listAllReports(
  world: World,
  actor: Actor,
  query: { search: string; state: AdminState; after: string | null },
) {
  if (!isAdmin(actor)) throw notFound();
  const [flags = "", id = ""] = (query.after ?? "").split("_");
  const isOn = /^\d{1,9}$/.test(flags) && isId(id);
  const beyond = isOn
    ? or(lt(posts.openFlags, Number(flags)), and(eq(posts.openFlags, Number(flags)), lt(posts.id, id)))
    : undefined;
  const words = holdsWords(posts.search, searchWords(query.search));
  const rows = await world.db
    .select({
      id: posts.id,
      kind: posts.kind,
      status: posts.status,
      petName: posts.petName,
      type: posts.type,
      area: posts.area,
      photos: posts.photos,
      hiddenAt: posts.hiddenAt,
      openFlags: posts.openFlags,
      createdAt: posts.createdAt,
      reporterEmail: sql<string | null>`coalesce(${users.email}, ${posts.guestEmail})`,
      isGuest: sql<boolean>`${posts.reporterId} is null`,
    })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.reporterId))
    .where(and(stateCondition(query.state), beyond, words))
    .orderBy(desc(posts.openFlags), desc(posts.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return { reports: page, next: rows.length > pageSize && last ? `${last.openFlags}_${last.id}` : null };
}

/** One report with its complaints, for administrators: no private mark, number or exact place, which are not theirs to see. */
export async function getReportForAdmin(world: World, actor: Actor, reportId: string | undefined) {
  if (!isAdmin(actor) || !isId(reportId)) throw notFound();
  const [row] = await world.db
    .select({ report: posts, reporterEmail: users.email })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.reporterId))
    .where(eq(posts.id, reportId));
  if (!row) throw notFound();
  const flags = await world.db
    .select({
      id: reportFlags.id,
      reason: reportFlags.reason,
      note: reportFlags.note,
      createdAt: reportFlags.createdAt,
      handledAt: reportFlags.handledAt,
    })
    .from(reportFlags)
    .where(eq(reportFlags.reportId, reportId))
    .orderBy(desc(reportFlags.id))
    .limit(100);
  const { hiddenMark, microchip, latitude, longitude, place, contactName, contactPhone, contactEmail, ...rest } =
    row.report;
  const { fingerprint, words, search, guestEmail, reporterId, mergedById, matchAskedAt, ...report } = rest;
  const twins = await listTwins(world, row.report);
  const merged = await listMerged(world, reportId);
  return { report, flags, twins, merged, reporterEmail: row.reporterEmail ?? guestEmail, isGuest: reporterId === null };
}

/** Takes a report off every public page, with a reason that its reporter reads, and settles its complaints. */
export function hideReport(world: World, actor: Actor, reportId: string | undefined, reason: string): Promise<void> {
  return moderate(world, actor, reportId, { hiddenAt: world.clock.now(), hiddenReason: reason });
}

/** Puts a hidden report back, or says that complaints about it were wrong. */
export function restoreReport(world: World, actor: Actor, reportId: string | undefined): Promise<void> {
  return moderate(world, actor, reportId, { hiddenAt: null, hiddenReason: null });
}

async function moderate(
  world: World,
  actor: Actor,
  reportId: string | undefined,
  change: { hiddenAt: Date | null; hiddenReason: string | null },
): Promise<void> {
  if (!isAdmin(actor) || !isId(reportId)) throw notFound();
  const now = world.clock.now();
  await transaction(world, async (inside) => {
    const [before] = await inside.db.select().from(posts).where(eq(posts.id, reportId)).for("no key update");
    if (!before) throw notFound();
    await inside.db
      .update(posts)
      .set({ ...change, openFlags: 0, updatedAt: now })
      .where(eq(posts.id, reportId));
    await recordChange(inside, actor, {
      action: change.hiddenAt ? "report.hide" : "report.restore",
      subject: { kind: "report", id: reportId, name: before.petName, personId: before.reporterId },
      before,
      after: { ...before, ...change },
    });
    if (!change.hiddenAt) await askForMatches(inside, reportId);
    await inside.db
      .update(reportFlags)
      .set({ handledAt: now })
      .where(and(eq(reportFlags.reportId, reportId), isNull(reportFlags.handledAt)));
  });
}
