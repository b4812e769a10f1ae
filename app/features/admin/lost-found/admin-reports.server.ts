import { and, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { listDuplicates, listMerged } from "#app/features/lost-found/duplicates/merge-reports.server.ts";
import { findBanOfReporter } from "#app/features/lost-found/moderation/report-bans.server.ts";
import {
  countConversationSigns,
  listComplaints,
  listFlags,
} from "#app/features/lost-found/moderation/report-complaints.server.ts";
import type { AdminState, ReportStatus } from "#app/features/lost-found/reports.rules.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";

const pageSize = 40;

/** Reports that are open and on the pages: what the administrators' badge counts (specification §7). */
export function countOpenReports({ db }: Pick<AppContext, "db">) {
  return db.$count(posts, and(eq(posts.status, "open"), isNull(posts.hiddenAt)));
}

function stateCondition(state: AdminState): SQL | undefined {
  if (state === "all") return undefined;
  if (state === "flagged") return gt(posts.openFlags, 0);
  if (state === "hidden") return isNotNull(posts.hiddenAt);
  return eq(posts.status, state as ReportStatus);
}

/** All reports for administrators, those with new complaints first, then the newest; `after` pages on. */
export async function listAllReports(
  ctx: AppContext,
  actor: Actor,
  query: { search: string; state: AdminState; after: string | null },
) {
  requireAdmin(actor);
  const [flags = "", id = ""] = (query.after ?? "").split("_");
  const isOn = /^\d{1,9}$/.test(flags) && isId(id);
  const beyond = isOn
    ? or(lt(posts.openFlags, Number(flags)), and(eq(posts.openFlags, Number(flags)), lt(posts.id, id)))
    : undefined;
  const words = matchesWords(posts.search, searchWords(query.search));
  const rows = await ctx.db
    .select({
      id: posts.id,
      kind: posts.kind,
      status: posts.status,
      petName: posts.petName,
      type: posts.type,
      area: posts.area,
      photos: posts.photos,
      colors: posts.colors,
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
  const complaints = await listComplaints(
    ctx,
    page.filter(({ openFlags }) => openFlags > 0).map(({ id }) => id),
  );
  const reports = page.map((report) => ({ ...report, complaints: complaints.get(report.id) ?? null }));
  return { reports, next: rows.length > pageSize && last ? `${last.openFlags}_${last.id}` : null };
}

/**
 * One report with its complaints and what was decided, for administrators: no private mark, number or exact place, which
 * are not theirs to see.
 */
export async function getReportForAdmin(ctx: AppContext, actor: Actor, reportId: string) {
  requireAdmin(actor);
  if (!isId(reportId)) throw notFound();
  const [row] = await ctx.db
    .select({ report: posts, reporterEmail: users.email })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.reporterId))
    .where(eq(posts.id, reportId));
  if (!row) throw notFound();
  const { hiddenMark, microchip, latitude, longitude, place, contactName, contactPhone, contactEmail, ...rest } =
    row.report;
  const { fingerprint, words, search, guestEmail, reporterId, mergedById, matchAskedAt, ...report } = rest;
  const { changes } = await listChanges(ctx, actor, { subject: reportId });
  return {
    report,
    duplicates: await listDuplicates(ctx, row.report),
    merged: await listMerged(ctx, reportId),
    reporterEmail: row.reporterEmail ?? guestEmail,
    isGuest: reporterId === null,
    isOwn: reporterId === actor.id,
    flags: await listFlags(ctx, reportId),
    signs: await countConversationSigns(ctx, reportId),
    ban: await findBanOfReporter(ctx, { reporterId, guestEmail }),
    trail: changes,
    seen: changes.find(({ subjectKind }) => subjectKind === "report")?.id ?? "",
  };
}
