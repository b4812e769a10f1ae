import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { countOtherAdmins } from "#app/features/users/lock-user.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { type Actor, displayName } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { waitingRows } from "#app/platform/db/counts.server.ts";
import { formatLikePattern, matchesSearch, readSearchTerms } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { isWithinDays, pageOf } from "#app/platform/http/list-pages.server.ts";
import { type ListSort, readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import { toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { type PaidPlan, paidPlans } from "../plans.rules.ts";
import { subscriptionRequests } from "../plans.tables.server.ts";
import type { UpgradeRequest } from "../upgrade-requests/upgrade-requests.server.ts";
import {
  canApprove,
  type PaymentMethod,
  paymentMethods,
  type RequestStatus,
  receiptNumber,
  referenceKey,
  requestStatuses,
} from "../upgrade-requests.rules.ts";

/** Columns by which the list can be sorted. */
const requestColumns = ["asked", "price", "name"] as const;
type RequestSort = ListSort<(typeof requestColumns)[number]>;

export interface ReviewSearch {
  status?: RequestStatus | undefined;
  plan?: PaidPlan | undefined;
  method?: PaymentMethod | undefined;
  search: string;
  /** Calendar days of the request (`YYYY-MM-DD`) in the administrator's time zone, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Default: pending requests oldest first, all others newest first. */
  order?: RequestSort;
  page: number;
  /** Id of a request that is always included. */
  decided?: string;
}

/** Reads the list's filters from the URL. The default is pending requests. */
export function readReviewSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, {
    status: [...requestStatuses, "all"],
    plan: paidPlans,
    method: paymentMethods,
    from: 10,
    to: 10,
    decided: 36,
  });
  const { status = "pending", decided, ...others } = filters;
  const order = readListSort(request, requestColumns, status === "pending" ? "asked" : "-asked");
  return {
    ...others,
    decided,
    status: status === "all" ? undefined : status,
    filters: { ...others, status },
    search,
    order,
    page,
  };
}

const pageSize = 10;

/** Matches name, e-mail address, a receipt number with or without prefix and zeros, or a reference in any spelling. */
function matchesRequest(text: string): SQL | undefined {
  const { search } = subscriptionRequests;
  if (readSearchTerms(text).length === 0) return undefined;
  const [, number] = /^(?:alp)?(\d{1,9})$/.exec(foldForSearch(text).replace(/[\s-]/g, "")) ?? [];
  const key = referenceKey(text);
  const others = [number && receiptNumber({ number: Number(number) }), key && key.length > 3 && key];
  return or(
    matchesSearch(search, text),
    ...others.filter(Boolean).map((one) => sql`${search} like ${formatLikePattern(String(one).toLowerCase())}`),
  );
}

function buildRequestFilter(admin: Actor, asked: ReviewSearch): SQL | undefined {
  return and(
    asked.status
      ? or(
          eq(subscriptionRequests.status, asked.status),
          isId(asked.decided ?? "") ? eq(subscriptionRequests.id, asked.decided ?? "") : undefined,
        )
      : undefined,
    asked.plan ? eq(subscriptionRequests.plan, asked.plan) : undefined,
    asked.method ? eq(subscriptionRequests.paymentMethod, asked.method) : undefined,
    isWithinDays(subscriptionRequests.askedAt, asked, admin.timeZone),
    matchesRequest(asked.search),
  );
}

const csvColumns: CsvColumns<UpgradeRequest> = [
  ["number", ({ number }) => number],
  ["status", ({ status }) => status],
  ["plan", ({ plan }) => plan],
  ["months", ({ months }) => months],
  ["price", ({ priceCents }) => toMajorUnits(priceCents)],
  ["method", ({ paymentMethod }) => paymentMethod],
  ["reference", ({ reference }) => reference],
  ["name", ({ fullName }) => fullName],
  ["asked_at", ({ askedAt }) => askedAt.toISOString()],
  ["closed_at", ({ closedAt }) => closedAt?.toISOString() ?? null],
];

/** Yields the matching requests as CSV, in order of submission. Administrators only. */
export async function* exportRequests({ db }: AppContext, admin: Actor, asked: ReviewSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = buildRequestFilter(admin, asked);
  yield* formatCsvList(csvColumns, 500, (after) =>
    db
      .select()
      .from(subscriptionRequests)
      .where(and(filter, after ? gt(subscriptionRequests.id, after) : undefined))
      .orderBy(subscriptionRequests.id)
      .limit(500),
  );
}

const sortColumns = { price: subscriptionRequests.priceCents, name: subscriptionRequests.fullName };

function buildOrderBy({ status, order }: Pick<ReviewSearch, "status" | "order">): SQL[] {
  const { by, isDescending } = order ?? { by: "asked", isDescending: status !== "pending" };
  const direction = isDescending ? desc : asc;
  return by === "asked"
    ? [direction(subscriptionRequests.id)]
    : [direction(sortColumns[by]), direction(subscriptionRequests.id)];
}

/** Lists requests for review, ten a page: pending ones oldest first, others newest first. Administrators only. */
export async function listRequests(ctx: AppContext, admin: Actor, asked: ReviewSearch) {
  requireAdmin(admin);
  const filter = buildRequestFilter(admin, asked);
  const order = buildOrderBy(asked);
  const total = await ctx.db.$count(subscriptionRequests, filter);
  const sorted = selectSorted(ctx, filter, order);
  const { rows, ...page } = await pageOf(sorted, { total, page: asked.page, size: pageSize }, (ids) =>
    ctx.db
      .select({ request: subscriptionRequests, reviewer: users })
      .from(subscriptionRequests)
      .leftJoin(users, eq(users.id, subscriptionRequests.reviewerId))
      .where(inArray(subscriptionRequests.id, ids))
      .orderBy(...order),
  );
  const others = await countOtherAdmins(ctx, admin);
  const warnings = await listWarnings(
    ctx,
    rows.map(({ request }) => request).filter(({ status }) => status === "pending"),
  );
  return {
    requests: rows.map(({ request, reviewer }) => ({
      ...toReviewedRequest(request),
      canApprove: canApprove(admin, request, others),
      reviewer: reviewer && displayName(reviewer),
      warnings: warnings.filter(({ of }) => of === request.id),
    })),
    ...page,
  };
}

function selectSorted({ db }: AppContext, filter: SQL | undefined, order: SQL[]) {
  const { id, number } = subscriptionRequests;
  return db
    .select({ id, name: sql<string>`'ALP-' || lpad(${number}::text, 6, '0')`.as("name") })
    .from(subscriptionRequests)
    .where(filter)
    .orderBy(...order)
    .$dynamic();
}

/** Returns the query for the selected requests of a bulk action: the given ids, or all that match `asked`. */
export function selectRequests(ctx: AppContext, admin: Actor, { ids, all }: Selection, asked: ReviewSearch): SQL {
  requireAdmin(admin);
  const filter = all ? buildRequestFilter(admin, asked) : inArray(subscriptionRequests.id, ids);
  return selectSorted(ctx, filter, buildOrderBy(asked)).getSQL();
}

function toReviewedRequest({
  search: _s,
  referenceKey: _r,
  proofSha256: _h,
  proofImageHash: _l,
  proofDetailHash: _d,
  proofParts: _p,
  proofId,
  ...request
}: UpgradeRequest) {
  return { ...request, hasProof: proofId !== null };
}

export type WarningKind = "sameReference" | "sameProof" | "alikeProof";

const other = alias(subscriptionRequests, "other");

/**
 * How much the same image may change when scaled or recompressed: in bits of the 256-bit coarse hash, and as a share of
 * the set bits of the fine hash. Of 780 pairs of different receipts of one template, fewer than 1 % are this similar.
 */
const maxDifferingBits = 6;
const maxDifferingShare = 0.1;

const differingBits = sql`bit_count(${other.proofDetailHash} # ${subscriptionRequests.proofDetailHash})`;
const setBits = sql`bit_count(${other.proofDetailHash} | ${subscriptionRequests.proofDetailHash})`;

const warningConditions: Record<WarningKind, SQL | undefined> = {
  sameReference: eq(other.referenceKey, subscriptionRequests.referenceKey),
  sameProof: eq(other.proofSha256, subscriptionRequests.proofSha256),
  alikeProof: and(
    ne(other.proofSha256, subscriptionRequests.proofSha256),
    arrayOverlaps(other.proofParts, subscriptionRequests.proofParts),
    sql`bit_count(${other.proofImageHash} # ${subscriptionRequests.proofImageHash}) <= ${maxDifferingBits}`,
    sql`${differingBits} <= ${maxDifferingShare}::float * ${setBits}`,
    // The same reference is the stronger sign and has its own warning.
    or(
      isNull(other.referenceKey),
      isNull(subscriptionRequests.referenceKey),
      ne(other.referenceKey, subscriptionRequests.referenceKey),
    ),
  ),
};

const maxWarnings = 60;

/** Whether something of a request was used in another one. */
export async function hasWarnings(ctx: AppContext, request: UpgradeRequest): Promise<boolean> {
  return (await listWarnings(ctx, [request])).length > 0;
}

/**
 * Returns what of these requests was used in other ones, by anyone. The owner's own withdrawn requests do not count.
 */
async function listWarnings({ db }: AppContext, requests: readonly UpgradeRequest[]) {
  if (requests.length === 0) return [];
  const ids = requests.map(({ id }) => id);
  const isOwnWithdrawn = and(eq(other.userId, subscriptionRequests.userId), eq(other.status, "withdrawn"));
  const found = [];
  // One after the other: within a transaction there is one connection.
  for (const kind of Object.keys(warningConditions) as WarningKind[]) {
    const rows = await db
      .select({
        of: subscriptionRequests.id,
        id: other.id,
        number: other.number,
        fullName: other.fullName,
        status: other.status,
        askedAt: other.askedAt,
        hasProof: isNotNull(other.proofId).mapWith(Boolean),
      })
      .from(subscriptionRequests)
      .innerJoin(other, and(ne(other.id, subscriptionRequests.id), warningConditions[kind]))
      .where(and(inArray(subscriptionRequests.id, ids), or(isNull(other.userId), sql`not (${isOwnWithdrawn})`)))
      .limit(maxWarnings);
    found.push(...rows.map((row) => ({ ...row, kind })).sort((a, b) => b.number - a.number));
  }
  return found;
}

export type ReviewRequest = Awaited<ReturnType<typeof listRequests>>["requests"][number];

/** Returns the number of requests by status. */
export async function countRequests({ db }: AppContext, admin: Actor): Promise<Partial<Record<RequestStatus, number>>> {
  requireAdmin(admin);
  const rows = await db
    .select({ status: subscriptionRequests.status, requests: count() })
    .from(subscriptionRequests)
    .groupBy(subscriptionRequests.status);
  return Object.fromEntries(rows.map(({ status, requests }) => [status, requests]));
}

/** Returns the number of pending requests (specification §7). */
export function countPendingRequests({ db }: Pick<AppContext, "db">) {
  return db.$count(subscriptionRequests, eq(subscriptionRequests.status, "pending"));
}

/** Selects the pending requests, for the overview of what waits. */
export const pendingRequests = waitingRows(
  subscriptionRequests,
  subscriptionRequests.askedAt,
  eq(subscriptionRequests.status, "pending"),
);

/** Returns any request. Administrators only; 404 for an unknown id. */
export async function getRequest({ db }: AppContext, admin: Actor, requestId: string): Promise<UpgradeRequest> {
  requireAdmin(admin);
  const [row] = await db.select().from(subscriptionRequests).where(eq(subscriptionRequests.id, requestId));
  if (!row) throw notFound();
  return row;
}
