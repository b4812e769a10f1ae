import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { type Plan, plans } from "#app/features/plans/plans.rules.ts";
import { hasPlan, listPlansOf } from "#app/features/plans/plans.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { type AccountState, type Actor, accountStates, type Role, roles } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { countUpTo } from "#app/platform/db/counts.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { isWithinDays, pageOf } from "#app/platform/http/list-pages.server.ts";
import { type ListSort, readListQuery, readListSort } from "#app/platform/http/list-query.ts";

export interface UserSearch {
  /** Name, e-mail or phone, in any Arabic spelling. */
  search?: string;
  role?: Role | undefined;
  state?: AccountState | undefined;
  plan?: Plan | undefined;
  /** Calendar days (`YYYY-MM-DD`) of joining in the administrator's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Defaults to the newest accounts first. */
  order?: ListSort<(typeof userColumns)[number]>;
  /** Starts at 1. */
  page?: number;
}

const userColumns = ["joined", "name"] as const;

/** Reads the filters from the list's URL. */
export function readUserSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, {
    role: roles,
    state: accountStates,
    plan: plans,
    from: 10,
    to: 10,
  });
  return { search, ...filters, filters, order: readListSort(request, userColumns, "-joined"), page };
}

const pageSize = 50;

const inState: Record<AccountState, SQL | undefined> = {
  active: and(isNull(users.suspendedAt), or(eq(users.emailVerified, true), isNull(users.email))),
  suspended: isNotNull(users.suspendedAt),
  // Written as in the index; `= false` would not use it.
  unverified: sql`${users.email} is not null and not ${users.emailVerified}`,
};

const maxCounted = 5_000;

function buildUserFilter(ctx: AppContext, admin: Actor, asked: UserSearch): SQL | undefined {
  const { search = "", role, state, plan } = asked;
  return and(
    matchesSearch(users.search, search),
    // A literal, not a parameter, so that the planner can use the index of administrators.
    role && (role === "admin" ? sql`${users.role} = 'admin'` : eq(users.role, role)),
    state && inState[state],
    plan && hasPlan(ctx, plan, users.id),
    isWithinDays(users.createdAt, asked, admin.timeZone),
  );
}

function sortBy({ order, from, to }: UserSearch): SQL[] {
  const direction = order && !order.isDescending ? asc : desc;
  if (order?.by === "name") return [direction(users.name), direction(users.id)];
  // Ids grow with time; for a range of days the index on the date is more selective.
  return from || to ? [direction(users.createdAt), direction(users.id)] : [direction(users.id)];
}

function selectSorted({ db }: AppContext, filter: SQL | undefined, search: UserSearch) {
  return db
    .select({ id: users.id, name: sql<string>`${users.name}`.as("name") })
    .from(users)
    .where(filter)
    .orderBy(...sortBy(search))
    .$dynamic();
}

/** Returns the query for the accounts of a bulk action: the selected ones, or all that match `search`. */
export function selectUsers(ctx: AppContext, admin: Actor, { ids, all }: Selection, search: UserSearch): SQL {
  requireAdmin(admin);
  if (all) return selectSorted(ctx, buildUserFilter(ctx, admin, search), search).getSQL();
  return selectSorted(ctx, inArray(users.id, ids), {}).getSQL();
}

/**
 * Returns one page of matching accounts, 50 per page. Counts at most 5,000; `isMore` is set when there are more.
 * Administrators only.
 */
export async function listUsers(ctx: AppContext, admin: Actor, search: UserSearch) {
  requireAdmin(admin);
  const sorted = selectSorted(ctx, buildUserFilter(ctx, admin, search), search);
  const asked = { ...(await countUpTo(ctx, sorted, maxCounted)), page: search.page, size: pageSize };
  const { rows, ...page } = await pageOf(sorted, asked, (ids) =>
    ctx.db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        phone: users.verifiedPhone,
        role: users.role,
        emailVerified: users.emailVerified,
        suspendedAt: users.suspendedAt,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(inArray(users.id, ids))
      .orderBy(...sortBy(search)),
  );
  return { users: rows, ...page };
}

const csvColumns: CsvColumns<typeof users.$inferSelect & { plan: string }> = [
  ["name", ({ name }) => name],
  ["email", ({ email }) => email],
  ["phone", ({ phone }) => phone],
  ["role", ({ role }) => role],
  ["state", ({ suspendedAt, emailVerified }) => (suspendedAt ? "suspended" : emailVerified ? "active" : "unverified")],
  ["plan", ({ plan }) => plan],
  ["language", ({ language }) => language],
  ["city", ({ city }) => city],
  ["country", ({ country }) => country],
  ["joined_at", ({ createdAt }) => createdAt.toISOString()],
];

/** Yields the matching accounts as CSV, in order of joining. Administrators only. */
export async function* exportUsers(ctx: AppContext, admin: Actor, search: UserSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = buildUserFilter(ctx, admin, search);
  yield* formatCsvList(csvColumns, 2_000, async (after) => {
    const people = await ctx.db
      .select()
      .from(users)
      .where(and(filter, after ? gt(users.id, after) : undefined))
      .orderBy(users.id)
      .limit(2_000);
    const ids = people.map(({ id }) => id);
    const planOf = await listPlansOf(ctx, ids);
    return people.map((user) => ({ ...user, plan: planOf(user.id) }));
  });
}
