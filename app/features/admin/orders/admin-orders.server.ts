import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import { bulkRunItems } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { type ShippingMethod, shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import type { Order } from "#app/features/orders/fulfilment/order-status.server.ts";
import { parseOrderNumber } from "#app/features/orders/order-number.rules.ts";
import { orderStatuses, refusals } from "#app/features/orders/orders.rules.ts";
import { findMatchingOrders, listLinesOfOrders } from "#app/features/orders/orders.server.ts";
import { storeOrderLines, storeOrders, storeReturns } from "#app/features/orders/orders.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { countUpTo, waitingRows } from "#app/platform/db/counts.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { isWithinDays, pageOf } from "#app/platform/http/list-pages.server.ts";
import { type ListSort, readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import { toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";

const pageSize = 50;

/**
 * Views of the order list: orders to be confirmed, the statuses, `unpaid` for delivered parcels whose cash has not
 * arrived, and all orders.
 */
export const orderViews = ["toConfirm", ...orderStatuses, "unpaid", "all"] as const;

const orderColumns = ["placed", "total", "name", "city"] as const;

export interface AdminOrderSearch {
  search?: string | undefined;
  /** Defaults to `all`. */
  view?: (typeof orderViews)[number];
  shipping?: ShippingMethod | undefined;
  /** Whether the buyer has confirmed the order. */
  confirmed?: "yes" | "no" | undefined;
  /** Calendar days (`YYYY-MM-DD`) in the administrator's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Literals, not parameters, so that the planner can use the partial index. */
const isUnpaid = sql`${storeOrders.status} = 'delivered' and ${storeOrders.payment} = 'unpaid' and ${storeOrders.totalCents} > 0`;

/** Same as `canConfirm`, for the partial index. */
const isToConfirm = sql`(${storeOrders.status} = 'pending' and ${storeOrders.confirmedAt} is null and ${storeOrders.totalCents} > 0)`;

const isConfirmed = { yes: isNotNull(storeOrders.confirmedAt), no: isNull(storeOrders.confirmedAt) };

/** Matches beyond this number are not counted exactly. */
const maxCounted = 2_000;

/** Reads the filters from the list's URL. Defaults to pending orders, the oldest first. */
export function readOrderSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, {
    status: orderViews,
    shipping: shippingMethods,
    confirmed: ["yes", "no"],
    from: 10,
    to: 10,
  });
  const view = filters.status ?? (search ? "all" : "pending");
  const order = readListSort(
    request,
    orderColumns,
    view === "toConfirm" || view === "pending" || view === "processing" ? "placed" : "-placed",
  );
  return { search, ...filters, view, filters: { ...filters, status: view }, order, page };
}

async function buildOrderFilter(ctx: AppContext, admin: Actor, search: AdminOrderSearch): Promise<SQL | undefined> {
  const { view = "all", shipping, confirmed } = search;
  return and(
    view === "all"
      ? undefined
      : view === "unpaid"
        ? isUnpaid
        : view === "toConfirm"
          ? isToConfirm
          : eq(storeOrders.status, view),
    shipping && eq(storeOrders.shipping, shipping),
    confirmed && isConfirmed[confirmed],
    isWithinDays(storeOrders.placedAt, search, admin.timeZone),
    await findMatchingOrders(ctx, search.search, { isAmongAll: true }),
  );
}

const sortColumns = { total: storeOrders.totalCents, name: storeOrders.fullName, city: storeOrders.city };

function sortBy({ by, isDescending }: ListSort<(typeof orderColumns)[number]>): SQL[] {
  const direction = isDescending ? desc : asc;
  return by === "placed" ? [direction(storeOrders.id)] : [direction(sortColumns[by]), direction(storeOrders.id)];
}

/**
 * Returns one page of matching orders, 50 per page; searches number, name, phone, e-mail, tracking number and product.
 * Counts at most 2,000 matches of a search; `isMore` is set when there are more.
 */
export async function listOrders(
  ctx: AppContext,
  admin: Actor,
  search: AdminOrderSearch & { order?: ListSort<(typeof orderColumns)[number]>; page?: number },
) {
  requireAdmin(admin);
  const order = sortBy(search.order ?? { by: "placed", isDescending: true });
  const filter = await buildOrderFilter(ctx, admin, search);
  const sorted = selectSorted(ctx, filter, order);
  const counted = search.search
    ? await countUpTo(ctx, ctx.db.select({ id: storeOrders.id }).from(storeOrders).where(filter), maxCounted)
    : { total: await ctx.db.$count(storeOrders, filter) };
  const { rows, ...page } = await pageOf(sorted, { ...counted, page: search.page, size: pageSize }, (ids) =>
    ctx.db
      .select({
        id: storeOrders.id,
        number: storeOrders.number,
        status: storeOrders.status,
        payment: storeOrders.payment,
        fullName: storeOrders.fullName,
        city: storeOrders.city,
        phone: storeOrders.phone,
        shipping: storeOrders.shipping,
        confirmedAt: storeOrders.confirmedAt,
        totalCents: storeOrders.totalCents,
        placedAt: storeOrders.placedAt,
      })
      .from(storeOrders)
      .where(inArray(storeOrders.id, ids))
      .orderBy(...order),
  );
  const lines = await listLinesOfOrders(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    orders: rows.map((order) => ({
      ...order,
      phoneText: order.phone && formatPhone(order.phone),
      lines: lines.filter(({ orderId }) => orderId === order.id),
    })),
    ...page,
  };
}

function selectSorted({ db }: AppContext, filter: SQL | undefined, order: SQL[]) {
  return db
    .select({ id: storeOrders.id, name: storeOrders.number })
    .from(storeOrders)
    .where(filter)
    .orderBy(...order)
    .$dynamic();
}

/**
 * Returns the query for the orders of a bulk action: the selected ones, or all that match `search`; `only` leaves out
 * those whose buyers have, or have not, still to confirm them.
 */
export async function selectOrders(
  ctx: AppContext,
  admin: Actor,
  selection: Selection,
  search: AdminOrderSearch & { order: ListSort<(typeof orderColumns)[number]> },
  only?: "toConfirm" | "confirmed",
): Promise<SQL> {
  const filter = await buildSelectionFilter(ctx, admin, selection, search);
  const isWanted = only === "confirmed" ? not(isToConfirm) : only && isToConfirm;
  return selectSorted(ctx, and(filter, isWanted), sortBy(search.order)).getSQL();
}

/** Counts the selected orders whose buyers have still to confirm them, and the other ones. */
export async function countToConfirm(
  ctx: AppContext,
  admin: Actor,
  selection: Selection,
  search: AdminOrderSearch,
): Promise<{ toConfirm: number; others: number }> {
  const filter = await buildSelectionFilter(ctx, admin, selection, search);
  const [row] = await ctx.db
    .select({ all: count(), toConfirm: sql<number>`count(*) filter (where ${isToConfirm})`.mapWith(Number) })
    .from(storeOrders)
    .where(filter);
  return { toConfirm: row!.toConfirm, others: row!.all - row!.toConfirm };
}

async function buildSelectionFilter(
  ctx: AppContext,
  admin: Actor,
  { ids, all }: Selection,
  search: AdminOrderSearch,
): Promise<SQL | undefined> {
  requireAdmin(admin);
  return all ? buildOrderFilter(ctx, admin, search) : inArray(storeOrders.id, ids);
}

/** Returns the selected orders with all columns, at most `limit`, in the order of the list. */
export async function listSelectedOrders(
  ctx: AppContext,
  admin: Actor,
  selection: Selection,
  search: AdminOrderSearch & { order: ListSort<(typeof orderColumns)[number]> },
  limit: number,
): Promise<Order[]> {
  return ctx.db
    .select()
    .from(storeOrders)
    .where(await buildSelectionFilter(ctx, admin, selection, search))
    .orderBy(...sortBy(search.order))
    .limit(limit);
}

/**
 * Returns the ids of the first `limit` packed orders of the selection, in the order of the list, the number of all
 * packed ones, and that of the others. Orders that `run` is still to ship are left out.
 */
export async function listPackedOrders(
  ctx: AppContext,
  admin: Actor,
  selection: Selection,
  search: AdminOrderSearch & { order: ListSort<(typeof orderColumns)[number]> },
  { limit, run }: { limit: number; run: string | null },
): Promise<{ ids: string[]; total: number; others: number }> {
  const isInRun = exists(
    ctx.db
      .select({ one: sql`1` })
      .from(bulkRunItems)
      .where(
        and(
          eq(bulkRunItems.runId, run ?? sql`null`),
          eq(bulkRunItems.subjectId, storeOrders.id),
          eq(bulkRunItems.state, "waiting"),
        ),
      ),
  );
  const filter = await buildSelectionFilter(ctx, admin, selection, search);
  const isPacked = and(filter, eq(storeOrders.status, "processing"), run ? not(isInRun) : undefined);
  const [rows, total, others] = await Promise.all([
    ctx.db
      .select({ id: storeOrders.id })
      .from(storeOrders)
      .where(isPacked)
      .orderBy(...sortBy(search.order))
      .limit(limit),
    ctx.db.$count(storeOrders, isPacked),
    ctx.db.$count(storeOrders, and(filter, ne(storeOrders.status, "processing"))),
  ]);
  return { ids: rows.map(({ id }) => id), total, others };
}

/** Returns any order by its id. Administrators only. */
export async function getOrderById({ db }: AppContext, admin: Actor, orderId: string): Promise<Order> {
  requireAdmin(admin);
  const [order] = await db.select().from(storeOrders).where(eq(storeOrders.id, orderId));
  if (!order) throw notFound();
  return order;
}

const csvColumns: CsvColumns<Order & { items: string }> = [
  ["order_number", ({ number }) => number],
  ["placed_at", ({ placedAt }) => placedAt.toISOString()],
  ["status", ({ status }) => status],
  ["payment", ({ payment }) => payment],
  ["name", ({ fullName }) => fullName],
  ["phone", ({ phone }) => phone],
  ["email", ({ email }) => email],
  ["country", ({ country }) => country],
  ["state", ({ state }) => state],
  ["city", ({ city }) => city],
  ["address", ({ address }) => address],
  ["landmark", ({ landmark }) => landmark],
  ["zip_code", ({ zipCode }) => zipCode],
  ["shipping", ({ shipping }) => shipping],
  ["items", ({ items }) => items],
  ["subtotal", ({ subtotalCents }) => toMajorUnits(subtotalCents)],
  ["shipping_cost", ({ shippingCents }) => toMajorUnits(shippingCents)],
  ["total", ({ totalCents }) => toMajorUnits(totalCents)],
  ["collected", ({ collectedCents }) => toMajorUnits(collectedCents)],
  ["refunded", ({ refundedCents }) => toMajorUnits(refundedCents)],
  ["tracking_number", ({ trackingNumber }) => trackingNumber],
];

/** Yields the matching orders as CSV, the oldest first. Amounts in the store's currency. Administrators only. */
export async function* exportOrders(ctx: AppContext, admin: Actor, search: AdminOrderSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = await buildOrderFilter(ctx, admin, search);
  yield* formatCsvList(csvColumns, 500, async (after) => {
    const orders = await ctx.db
      .select()
      .from(storeOrders)
      .where(and(filter, after ? gt(storeOrders.id, after) : undefined))
      .orderBy(storeOrders.id)
      .limit(500);
    const ids = orders.map(({ id }) => id);
    const lines = await listLinesOfOrders(ctx, ids);
    return orders.map((order) => {
      const own = lines.filter(({ orderId }) => orderId === order.id);
      return { ...order, items: own.map(({ quantity, nameEn }) => `${quantity} x ${nameEn}`).join("; ") };
    });
  });
}

/** Returns any order by its number. Administrators only. */
export async function getOrder(ctx: AppContext, admin: Actor, number: string) {
  requireAdmin(admin);
  const [order] = number ? await ctx.db.select().from(storeOrders).where(eq(storeOrders.number, number)) : [];
  if (!order) throw notFound();
  return order;
}

/** Counts pending orders (specification §7). */
export function countPendingOrders({ db }: Pick<AppContext, "db">) {
  return db.$count(storeOrders, eq(storeOrders.status, "pending"));
}

/**
 * Selects the orders to be confirmed by their buyer, to be packed, to be handed over, and delivered but unpaid, and the
 * open returns. None wait for confirmation when the setting `confirmHours` is 0.
 */
export function selectOrdersThatWait(ctx: Pick<AppContext, "siteSettings">) {
  const isPending = eq(storeOrders.status, "pending");
  const asks = readSiteSettings(ctx).orders.confirmHours > 0;
  const { placedAt, deliveredAt, status } = storeOrders;
  return {
    toConfirm: waitingRows(storeOrders, placedAt, asks ? isToConfirm : sql`false`),
    toPack: waitingRows(storeOrders, placedAt, asks ? and(isPending, not(isToConfirm)) : isPending),
    toShip: waitingRows(storeOrders, placedAt, eq(status, "processing")),
    unpaid: waitingRows(storeOrders, deliveredAt, isUnpaid),
    returns: waitingRows(storeReturns, storeReturns.requestedAt, isOpenReturn),
  };
}

const isOpenReturn = inArray(storeReturns.status, ["requested", "approved", "received"]);

/** Counts the orders in each status, those to be confirmed, the delivered unpaid ones, and the open returns. */
export async function countOrdersByStatus({ db }: AppContext, admin: Actor) {
  requireAdmin(admin);
  const rows = await db
    .select({
      status: storeOrders.status,
      orders: count(),
      toConfirm: sql<number>`count(*) filter (where ${isToConfirm})`.mapWith(Number),
      // The same in each row.
      unpaid: db.$count(storeOrders, isUnpaid),
      openReturns: db.$count(storeReturns, isOpenReturn),
    })
    .from(storeOrders)
    .groupBy(storeOrders.status);
  return {
    toConfirm: rows.reduce((all, { toConfirm }) => all + toConfirm, 0),
    byStatus: Object.fromEntries(rows.map(({ status, orders }) => [status, orders])),
    unpaid: rows[0]?.unpaid ?? 0,
    returns: rows[0]?.openReturns ?? 0,
  };
}

/** Text that a search of returns covers: the order, the product, and the buyer's note. */
const searchedOfReturn = sql`ar_norm(concat_ws(' ', ${storeOrders.search}, ${storeOrderLines.search}, ${storeReturns.note}))`;

/** Lists the open returns that match `search`, the oldest first, with their order and product. */
export async function listOpenReturns(ctx: AppContext, admin: Actor, search = "") {
  requireAdmin(admin);
  const number = parseOrderNumber(search);
  return ctx.db
    .select({
      returnRequest: storeReturns,
      number: storeOrders.number,
      payment: storeOrders.payment,
      fullName: storeOrders.fullName,
      nameEn: storeOrderLines.nameEn,
      nameAr: storeOrderLines.nameAr,
      priceCents: storeOrderLines.priceCents,
      attributes: storeOrderLines.attributes,
    })
    .from(storeReturns)
    .innerJoin(storeOrders, eq(storeOrders.id, storeReturns.orderId))
    .innerJoin(storeOrderLines, eq(storeOrderLines.id, storeReturns.lineId))
    .where(and(isOpenReturn, number ? eq(storeOrders.number, number) : matchesSearch(searchedOfReturn, search)))
    .orderBy(asc(storeReturns.id))
    .limit(100);
}

/** Returns how many of the buyer's earlier parcels were refused, and of how many orders. Administrators only. */
export async function countRefusals({ db }: AppContext, admin: Actor, { id, userId }: Pick<Order, "id" | "userId">) {
  requireAdmin(admin);
  if (!userId) return { refused: 0, orders: 0 };
  const others = and(eq(storeOrders.userId, userId), ne(storeOrders.id, id));
  const refused = await db.$count(storeOrders, and(others, inArray(storeOrders.cancelReason, [...refusals])));
  const [row] = await db.select({ orders: count() }).from(storeOrders).where(others);
  return { refused, orders: row?.orders ?? 0 };
}
