import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { type AuditLine, listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { listDuplicates, listMerged } from "#app/features/lost-found/duplicates/merge-reports.server.ts";
import { findBanOfReporter } from "#app/features/lost-found/moderation/report-bans.server.ts";
import {
  buildOpenComplaints,
  countConversationSigns,
  listComplaintSummaries,
  listComplaints,
} from "#app/features/lost-found/moderation/report-complaints.server.ts";
import { getLatestDecision } from "#app/features/lost-found/moderation/report-moderation.server.ts";
import { listReportsWithSamePhoto } from "#app/features/lost-found/pictures/picture-copies.server.ts";
import {
  type AdminState,
  adminStates,
  findContact,
  type ReportStatus,
} from "#app/features/lost-found/reports.rules.ts";
import { lostFoundPosts as posts, reportComplaints } from "#app/features/lost-found/reports.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { countUpTo, waitingRows } from "#app/platform/db/counts.server.ts";
import { matchesSearch, readSearchTerms } from "#app/platform/db/text-search.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { isWithinDays, pageOf } from "#app/platform/http/list-pages.server.ts";
import { type ListSort, readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import { placeSpellings } from "#app/platform/map/gazetteer.ts";

const pageSize = 40;

/** Matches beyond this number are not counted exactly. */
const maxCounted = 2_000;

/** Columns by which the list can be sorted; `flagged` sorts by the oldest open complaint. */
const reportColumns = ["flagged", "created", "name", "area"] as const;
type ReportSort = ListSort<(typeof reportColumns)[number]>;

export interface AdminReportSearch {
  search: string;
  state: AdminState;
  /** Calendar days (`YYYY-MM-DD`) of creation in the administrator's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  order?: ReportSort;
  page?: number;
}

/** Reads the filters from the list's URL. Defaults to reports with complaints, the oldest complaint first. */
export function readReportSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, { state: adminStates, from: 10, to: 10 });
  const state = filters.state ?? (search ? "all" : "flagged");
  const asked = readListSort(request, reportColumns, state === "flagged" ? "flagged" : "-created");
  const order = state === "flagged" || asked.by !== "flagged" ? asked : newestFirst;
  return { search, ...filters, state, filters: { ...filters, state }, order, page };
}

const newestFirst = { by: "created", isDescending: true } as const;

/** Counts open, visible reports, for the administrators' badge (specification §7). */
export function countOpenReports({ db }: Pick<AppContext, "db">) {
  return db.$count(posts, and(eq(posts.status, "open"), isNull(posts.hiddenAt)));
}

/** A literal, not a parameter, so that the planner can use the partial index. */
const hasComplaints = sql`${posts.openComplaints} > 0`;

/** Selects the reports with open complaints, which wait since their first one. */
export const reportsWithComplaints = waitingRows(
  posts,
  sql`(select min(${reportComplaints.createdAt}) from ${reportComplaints} where ${reportComplaints.reportId} = ${posts.id} and ${reportComplaints.handledAt} is null)`,
  hasComplaints,
);

function stateCondition(state: AdminState): SQL | undefined {
  if (state === "all") return undefined;
  if (state === "flagged") return hasComplaints;
  if (state === "hidden") return isNotNull(posts.hiddenAt);
  return eq(posts.status, state as ReportStatus);
}

const maxPeople = 200;

/** Matches the public text, or the reporter's name, e-mail address or phone in any spelling. */
async function findMatchingReports(ctx: AppContext, search: string): Promise<SQL | undefined> {
  if (readSearchTerms(search).length === 0) return undefined;
  const people = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(matchesSearch(users.search, search))
    .limit(maxPeople);
  return or(
    ...placeSpellings(search).map((spelling) => matchesSearch(posts.search, spelling)),
    matchesSearch(posts.contactSearch, search),
    people.length > 0
      ? inArray(
          posts.reporterId,
          people.map(({ id }) => id),
        )
      : undefined,
  );
}

async function buildReportFilter(ctx: AppContext, admin: Actor, query: AdminReportSearch): Promise<SQL | undefined> {
  return and(
    stateCondition(query.state),
    isWithinDays(posts.createdAt, query, admin.timeZone),
    await findMatchingReports(ctx, query.search),
  );
}

const named = sql`coalesce(${posts.petName}, ${posts.area})`;

/** Sorts a list of reports; only the queue of open complaints needs their table. */
function createSorting(ctx: AppContext, { state, order = newestFirst }: AdminReportSearch) {
  const direction = order.isDescending ? desc : asc;
  const waiting = buildOpenComplaints(ctx);
  const isQueue = state === "flagged" && order.by === "flagged";
  const column = { flagged: waiting.since, created: posts.id, name: named, area: posts.area }[order.by];
  return { waiting: isQueue ? waiting : null, order: [direction(column), direction(posts.id)] };
}

function selectSorted(
  { db }: AppContext,
  filter: SQL | undefined,
  { waiting, order }: ReturnType<typeof createSorting>,
) {
  const chosen = db
    .select({ id: posts.id, name: sql<string>`${named}`.as("name") })
    .from(posts)
    .$dynamic();
  return (waiting ? chosen.innerJoin(waiting, eq(waiting.reportId, posts.id)) : chosen)
    .where(filter)
    .orderBy(...order)
    .$dynamic();
}

/** Returns the query for the reports of a bulk action: the selected ones, or all that match `search`. */
export async function selectReports(
  ctx: AppContext,
  admin: Actor,
  { ids, all }: Selection,
  search: AdminReportSearch,
): Promise<SQL> {
  requireAdmin(admin);
  if (all) return selectSorted(ctx, await buildReportFilter(ctx, admin, search), createSorting(ctx, search)).getSQL();
  const sorting = createSorting(ctx, { ...search, state: "all", order: newestFirst });
  return selectSorted(ctx, inArray(posts.id, ids), sorting).getSQL();
}

const csvColumns: CsvColumns<typeof posts.$inferSelect & { email: string | null }> = [
  ["id", ({ id }) => id],
  ["kind", ({ kind }) => kind],
  ["status", ({ status }) => status],
  ["animal", ({ type }) => type],
  ["name", ({ petName }) => petName],
  ["area", ({ area }) => area],
  ["reporter", ({ email, guestEmail }) => email ?? guestEmail],
  ["complaints", ({ openComplaints }) => openComplaints],
  ["hidden_at", ({ hiddenAt }) => hiddenAt?.toISOString() ?? null],
  ["written_at", ({ createdAt }) => createdAt.toISOString()],
];

/** Yields the matching reports as CSV, in order of creation. Administrators only. */
export async function* exportReports(ctx: AppContext, admin: Actor, query: AdminReportSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = await buildReportFilter(ctx, admin, query);
  yield* formatCsvList(csvColumns, 500, (after) =>
    ctx.db
      .select({ ...getTableColumns(posts), email: users.email })
      .from(posts)
      .leftJoin(users, eq(users.id, posts.reporterId))
      .where(and(filter, after ? gt(posts.id, after) : undefined))
      .orderBy(posts.id)
      .limit(500),
  );
}

/**
 * Returns one page of reports, 40 per page, with the beginning of their texts and their complaints. Counts at most
 * 2,000 matches; `isMore` is set when there are more. Administrators only.
 */
export async function listAllReports(ctx: AppContext, actor: Actor, query: AdminReportSearch) {
  requireAdmin(actor);
  const filter = await buildReportFilter(ctx, actor, query);
  const sorting = createSorting(ctx, query);
  const asked = { ...(await countReports(ctx, filter)), page: query.page, size: pageSize };
  const { rows, ...page } = await pageOf(selectSorted(ctx, filter, sorting), asked, (ids) => {
    const chosen = ctx.db
      .select({
        id: posts.id,
        kind: posts.kind,
        status: posts.status,
        petName: posts.petName,
        type: posts.type,
        area: posts.area,
        photos: posts.photos,
        colors: posts.colors,
        description: sql<string | null>`left(concat_ws(' ', ${posts.description}, ${posts.additionalInfo}), 300)`,
        hiddenAt: posts.hiddenAt,
        openComplaints: posts.openComplaints,
        createdAt: posts.createdAt,
        reporterEmail: sql<string | null>`coalesce(${users.email}, ${posts.guestEmail}, ${users.verifiedPhone})`,
        isGuest: sql<boolean>`${posts.reporterId} is null`,
      })
      .from(posts)
      .leftJoin(users, eq(users.id, posts.reporterId))
      .$dynamic();
    const { waiting, order } = sorting;
    return (waiting ? chosen.innerJoin(waiting, eq(waiting.reportId, posts.id)) : chosen)
      .where(inArray(posts.id, ids))
      .orderBy(...order);
  });
  const complaints = await listComplaintSummaries(
    ctx,
    rows.filter(({ openComplaints }) => openComplaints > 0).map(({ id }) => id),
  );
  return {
    reports: rows.map((row) => ({ ...row, complaints: complaints.get(row.id) ?? null })),
    ...page,
    withComplaints:
      query.state === "flagged" && !query.search ? page.total : (await countReports(ctx, hasComplaints)).total,
  };
}

function countReports(ctx: AppContext, filter: SQL | undefined) {
  return countUpTo(ctx, ctx.db.select({ id: posts.id }).from(posts).where(filter), maxCounted);
}

/**
 * Returns a report's place in the queue of open complaints, the oldest first: how many reports wait, and which comes
 * next (after the last, the first again). For a report that is not in the queue the next is the first of the queue.
 */
export async function getQueuePlace(ctx: AppContext, admin: Actor, reportId: string) {
  requireAdmin(admin);
  const waiting = buildOpenComplaints(ctx);
  const queue = ctx.db
    .select({ id: posts.id, since: waiting.since })
    .from(posts)
    .innerJoin(waiting, eq(waiting.reportId, posts.id))
    .where(hasComplaints);
  const { rows } = await ctx.db.execute<{ left: number; is_queued: boolean; next_id: string | null }>(sql`
    with queue as (${queue}), own as (select since, id from queue where id = ${reportId}::uuid)
    select (select count(*)::int from queue) as left, exists (select from own) as is_queued,
      (select id from queue where id <> ${reportId}::uuid
        order by (since, id) > (select since, id from own) desc nulls last, since, id limit 1) as next_id`);
  const [place] = rows;
  return { left: place?.left ?? 0, isQueued: place?.is_queued ?? false, nextId: place?.next_id ?? null };
}

/**
 * Returns one report with its complaints and its moderation history, which includes that of the reports merged into it,
 * without the private mark, contact details and exact location, which administrators must not see.
 */
export async function getReportForAdmin(ctx: AppContext, actor: Actor, reportId: string) {
  requireAdmin(actor);
  const [row] = await ctx.db
    .select({ report: posts, reporterEmail: sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})` })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.reporterId))
    .where(eq(posts.id, reportId));
  if (!row) throw notFound();
  const { hiddenMark, microchip, latitude, longitude, place, contactName, contactPhone, contactEmail, ...rest } =
    row.report;
  const { fingerprint, words, search, contactSearch, guestEmail, reporterId, mergedById, matchAskedAt, ...report } =
    rest;
  const merged = await listMerged(ctx, reportId);
  const subjectIds = [reportId, ...merged.map(({ id }) => id)];
  const { changes } = await listChanges(ctx, actor, { subjectIds });
  const isOwnDecision = (line: AuditLine) => line.subjectKind === "report" && line.subjectId === reportId;
  // The decisions of merged reports may fill the page of the log.
  const seen = changes.find(isOwnDecision)?.id ?? (merged.length > 0 ? await getLatestDecision(ctx, reportId) : "");
  const complaints = await listComplaints(ctx, reportId);
  const topReason = complaints.findLast(({ handledAt }) => !handledAt)?.reason ?? "other";
  const open = [report.petName, report.area, report.marks, report.description, report.additionalInfo];
  return {
    report,
    queue: await getQueuePlace(ctx, actor, reportId),
    /**
     * Default text to the reporter when the report is hidden, for the reason of the first open complaint, in the
     * report's language.
     */
    suggestedReason: ctx.translator(report.language)(`moderation.hideReasons.${topReason}`),
    /** Phone number or address found in the texts, if any. */
    contact: open.map((text) => findContact(text ?? "")).find(Boolean) ?? null,
    duplicates: await listDuplicates(ctx, row.report),
    merged,
    samePhoto: await listReportsWithSamePhoto(ctx, reportId),
    reporterEmail: row.reporterEmail ?? guestEmail,
    isGuest: reporterId === null,
    isOwn: reporterId === actor.id,
    complaints,
    signs: await countConversationSigns(ctx, reportId),
    ban: await findBanOfReporter(ctx, { reporterId, guestEmail }),
    trail: changes,
    seen,
  };
}
