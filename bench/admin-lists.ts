import { countOrdersByStatus, listOrders } from "#app/features/admin/orders/admin-orders.server.ts";
import { getAdminCounts } from "#app/features/admin/overview/admin-counts.server.ts";
import { countAdminMetrics, getAdminMetrics } from "#app/features/admin/overview/admin-metrics.server.ts";
import { listAllPets } from "#app/features/admin/pets/admin-pets.server.ts";
import { listSearchHits } from "#app/features/admin/search/panel-search.server.ts";
import { exportTags, getTagFacts, listAllTags } from "#app/features/admin/tags/list-all-tags.server.ts";
import { listUsers } from "#app/features/admin/users/list-users.server.ts";
import { getUserFacts } from "#app/features/admin/users/user-facts.server.ts";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { countRequests, listRequests } from "#app/features/plans/review/list-requests.server.ts";
import { listBatches } from "#app/features/tags/batches/batches.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { sendCsv } from "#app/platform/http/csv/csv.server.ts";
import { query } from "#tests/databases.ts";
import type { DataSetSizes } from "./data-set.ts";
import type { Figure } from "./figures.ts";

const byName = { by: "name", isDescending: false } as const;
const byPrice = { by: "price", isDescending: true } as const;

type Query = (ctx: AppContext, admin: Actor) => Promise<unknown>;

/** Returns the id of the row at offset `rows`, newest first. */
async function idAtOffset(url: string, table: string, rows: number): Promise<string> {
  return (await query(url, `select id from ${table} order by id desc offset ${rows} limit 1`)).rows[0].id;
}

/**
 * Returns the queries behind everything an administrator opens: lists, filters, searches (common, rare, Arabic), deep
 * pages, single records.
 */
export async function adminQueries(
  url: string,
  { users: people, tags: all, orders }: DataSetSizes,
): Promise<[what: string, ask: Query][]> {
  const [user, tag] = await Promise.all([idAtOffset(url, "users", people * 0.9), idAtOffset(url, "tags", all * 0.99)]);
  return [
    ["/admin", (ctx) => Promise.all([getAdminMetrics(ctx), getAdminCounts(ctx)])],
    ["users", (ctx, admin) => listUsers(ctx, admin, {})],
    ["users, a deep page", (ctx, admin) => listUsers(ctx, admin, { page: 90 })],
    ["users by a common name", (ctx, admin) => listUsers(ctx, admin, { search: "مريم" })],
    ["users by e-mail address", (ctx, admin) => listUsers(ctx, admin, { search: "person77123@" })],
    ["users, no match", (ctx, admin) => listUsers(ctx, admin, { search: "zzyzx" })],
    ["users by phone", (ctx, admin) => listUsers(ctx, admin, { search: "0100 123 4567" })],
    ["users sorted by name", (ctx, admin) => listUsers(ctx, admin, { order: byName })],
    ["suspended users sorted by name", (ctx, admin) => listUsers(ctx, admin, { state: "suspended", order: byName })],
    ["suspended users", (ctx, admin) => listUsers(ctx, admin, { state: "suspended" })],
    ["unconfirmed users", (ctx, admin) => listUsers(ctx, admin, { state: "unverified", role: "user" })],
    ["administrators", (ctx, admin) => listUsers(ctx, admin, { role: "admin" })],
    ["users on the largest plan", (ctx, admin) => listUsers(ctx, admin, { plan: "rescue-plus" })],
    ["users on the free plan", (ctx, admin) => listUsers(ctx, admin, { plan: "basic" })],
    ["one user", (ctx, admin) => getUserFacts(ctx, admin, user, "en")],
    ["pets", (ctx, admin) => listAllPets(ctx, admin, {})],
    ["pets, a deep page", (ctx, admin) => listAllPets(ctx, admin, { page: 90 })],
    ["pets by name", (ctx, admin) => listAllPets(ctx, admin, { search: "بسبوسه" })],
    ["pets sorted by name", (ctx, admin) => listAllPets(ctx, admin, { order: byName })],
    ["pets by a common owner's name", (ctx, admin) => listAllPets(ctx, admin, { search: "Karim" })],
    ["pets of a date range", (ctx, admin) => listAllPets(ctx, admin, { from: "2026-01-01", to: "2026-01-31" })],
    ["lost pets", (ctx, admin) => listAllPets(ctx, admin, { state: "lost" })],
    ["removed birds", (ctx, admin) => listAllPets(ctx, admin, { state: "removed", type: "bird" })],
    ["panel search by e-mail address", (ctx, admin) => listSearchHits(ctx, admin, "person77123@", "en")],
    ["panel search by a common name", (ctx, admin) => listSearchHits(ctx, admin, "مريم", "ar")],
    ["panel search by a code", (ctx, admin) => listSearchHits(ctx, admin, "C4CA-4238", "en")],
    ["tags", (ctx, admin) => listAllTags(ctx, admin, {})],
    ["tags, a deep page", (ctx, admin) => listAllTags(ctx, admin, { page: all / 100 })],
    ["tags sorted by code", (ctx, admin) => listAllTags(ctx, admin, { order: { by: "code", isDescending: false } })],
    ["tags sorted by batch", (ctx, admin) => listAllTags(ctx, admin, { order: { by: "batch", isDescending: false } })],
    ["tags of a date range", (ctx, admin) => listAllTags(ctx, admin, { from: "2026-01-01", to: "2026-01-31" })],
    ["tags by part of a code", (ctx, admin) => listAllTags(ctx, admin, { search: "C4CA-4238" })],
    ["tags by a common owner's name", (ctx, admin) => listAllTags(ctx, admin, { search: "Karim" })],
    ["available tags", (ctx, admin) => listAllTags(ctx, admin, { state: "available" })],
    ["inactive tags", (ctx, admin) => listAllTags(ctx, admin, { state: "inactive" })],
    ["linked tags", (ctx, admin) => listAllTags(ctx, admin, { state: "linked" })],
    ["unlinked tags", (ctx, admin) => listAllTags(ctx, admin, { state: "unlinked" })],
    ["tags of a batch", (ctx, admin) => listAllTags(ctx, admin, { batch: "Batch 77", state: "linked" })],
    ["batches", (ctx, admin) => listBatches(ctx, admin, { page: 3 })],
    ["one tag", (ctx, admin) => getTagFacts(ctx, admin, tag, "en")],
    ["orders", (ctx, admin) => Promise.all([listOrders(ctx, admin, {}), countOrdersByStatus(ctx, admin)])],
    ["orders, a deep page", (ctx, admin) => listOrders(ctx, admin, { page: orders / 100 })],
    ["orders by a common name", (ctx, admin) => listOrders(ctx, admin, { search: "Nassar" })],
    ["orders by product", (ctx, admin) => listOrders(ctx, admin, { search: "classic tag" })],
    [
      "pending orders sorted by date",
      (ctx, admin) => listOrders(ctx, admin, { view: "pending", order: { by: "placed", isDescending: false } }),
    ],
    [
      "delivered orders sorted by total",
      (ctx, admin) => listOrders(ctx, admin, { view: "delivered", order: { by: "total", isDescending: true } }),
    ],
    ["orders sorted by buyer", (ctx, admin) => listOrders(ctx, admin, { order: byName })],
    [
      "delivered orders sorted by city",
      (ctx, admin) => listOrders(ctx, admin, { view: "delivered", order: { by: "city", isDescending: true } }),
    ],
    ["orders by phone", (ctx, admin) => listOrders(ctx, admin, { search: "00 20 100 123 4567" })],
    ["unpaid orders", (ctx, admin) => listOrders(ctx, admin, { view: "unpaid" })],
    [
      "pending requests",
      (ctx, admin) =>
        Promise.all([listRequests(ctx, admin, { status: "pending", search: "", page: 1 }), countRequests(ctx, admin)]),
    ],
    [
      "approved requests, a deep page",
      (ctx, admin) => listRequests(ctx, admin, { status: "approved", search: "", page: people / 25 }),
    ],
    [
      "approved requests sorted by price",
      (ctx, admin) => listRequests(ctx, admin, { status: "approved", search: "", page: 1, order: byPrice }),
    ],
    [
      "pending requests sorted by name",
      (ctx, admin) => listRequests(ctx, admin, { status: "pending", search: "", page: 1, order: byName }),
    ],
    ["batches sorted by name", (ctx, admin) => listBatches(ctx, admin, { search: "batch 7", order: byName })],
    ["requests by reference", (ctx, admin) => listRequests(ctx, admin, { search: "REF777", page: 1 })],
    ["changes", (ctx, admin) => listChanges(ctx, admin, {})],
    ["changes of one kind", (ctx, admin) => listChanges(ctx, admin, { action: "user.suspend" })],
    ["changes about a person", (ctx, admin) => listChanges(ctx, admin, { who: "person777@" })],
    ["changes before a date", (ctx, admin) => listChanges(ctx, admin, { to: "2025-12-01" })],
    ["changes of an order", (ctx, admin) => listChanges(ctx, admin, { subject: "AL-26-000777" })],
  ];
}

/** Measures the administrator's work that is no single query: recounting the overview and an aborted export. */
export async function measureAdminWork(ctx: AppContext, admin: Actor): Promise<Figure[]> {
  const began = performance.now();
  await countAdminMetrics(ctx);
  const counting = performance.now() - began;
  return [
    {
      what: "… recounting all figures of /admin, which a job does once a minute",
      measured: `${counting.toFixed(0)} ms`,
      beside: "≤ 5000 ms",
      isMet: counting <= 5000,
    },
    await measureExport(ctx, admin),
  ];
}

/** Measures an export of all tags that the client aborts after a tenth: no query or connection may stay active. */
async function measureExport(ctx: AppContext, admin: Actor): Promise<Figure> {
  const body = sendCsv(exportTags(ctx, admin, {}), "tags.csv").body!.getReader();
  const began = performance.now();
  let bytes = 0;
  let pieces = 0;
  while (pieces < 100) {
    bytes += (await body.read()).value?.length ?? 0;
    pieces++;
  }
  const rate = (pieces - 1) / ((performance.now() - began) / 1000);
  await body.cancel();
  const { rows } = await ctx.pool.query(
    "select count(*)::int as busy from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
  );
  const busy = rows[0].busy + ctx.pool.waitingCount;
  return {
    what: "Export of a million tags, aborted by the client after a tenth: statements still running",
    measured: `${busy} (${(rate * 1000).toFixed(0)} rows a second, ${(bytes / 1e6).toFixed(1)} MB read)`,
    beside: "0",
    isMet: busy === 0,
  };
}
