import { and, desc, eq, inArray, like, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { addToCart } from "#app/features/cart/cart.server.ts";
import { createReview } from "#app/features/catalog/product/reviews.server.ts";
import { productReviews, products } from "#app/features/catalog/products.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { listCountries } from "#app/features/users/countries.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { formatLikePattern, readSearchTerms } from "#app/platform/db/text-search.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { clampPage } from "#app/platform/http/list-query.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { listOrderLines, type Order } from "./fulfilment/order-status.server.ts";
import { parseOrderNumber } from "./order-number.rules.ts";
import { canRate, type OrderStatus } from "./orders.rules.ts";
import { storeOrderEvents, storeOrderLines, storeOrders, storeReturns } from "./orders.tables.server.ts";

type Buyer = Pick<Actor, "id">;

const pageSize = 20;

const lineMatches = (pattern: string) => like(storeOrderLines.search, pattern);

/** Condition that a line matches, evaluated per order; `exists` would make PostgreSQL read all lines first. */
function hasMatchingLine({ db }: AppContext, pattern: string): SQL {
  const first = db
    .select({ isThere: sql`true` })
    .from(storeOrderLines)
    .where(and(eq(storeOrderLines.orderId, storeOrders.id), lineMatches(pattern)))
    .limit(1);
  return sql`${first}`;
}

const maxListedOrders = 500;

/**
 * Condition that a line matches, among all orders. Few matches are looked up first by index; many are quickly found
 * among the newest orders.
 */
async function hasMatchingLineAmongAll(ctx: AppContext, pattern: string): Promise<SQL> {
  const lines = await ctx.db
    .select({ id: storeOrderLines.orderId })
    .from(storeOrderLines)
    .where(lineMatches(pattern))
    .limit(maxListedOrders + 1);
  const ids = lines.map(({ id }) => id);
  return ids.length > maxListedOrders ? hasMatchingLine(ctx, pattern) : inArray(storeOrders.id, ids);
}

/**
 * Returns the condition for a search: an order number in any spelling, or words that each occur in the order or one of
 * its lines; undefined without text. `isAmongAll`: the search is not limited to one buyer.
 */
export async function findMatchingOrders(
  ctx: AppContext,
  text: string | undefined,
  { isAmongAll = false } = {},
): Promise<SQL | undefined> {
  const number = parseOrderNumber(text ?? "");
  if (number) return eq(storeOrders.number, number);
  const lineCondition = isAmongAll ? hasMatchingLineAmongAll : hasMatchingLine;
  const holds = async (spelling: string) => {
    const pattern = formatLikePattern(spelling);
    return or(like(storeOrders.search, pattern), await lineCondition(ctx, pattern));
  };
  const words = await Promise.all(
    readSearchTerms(text ?? "").map(async (spellings) => or(...(await Promise.all(spellings.map(holds))))),
  );
  const withoutPrefix = parseOrderNumber(`AL${text}`);
  return withoutPrefix ? or(eq(storeOrders.number, withoutPrefix), and(...words)) : and(...words);
}

export interface OrderSearch {
  search?: string | undefined;
  status?: OrderStatus | undefined;
  /** From 1. */
  page?: number | undefined;
}

/** Lists the buyer's orders with their lines, newest first, 20 a page; beyond the last page, that one. */
export async function listOwnOrders(ctx: AppContext, actor: Buyer, search: OrderSearch) {
  let page = search.page ?? 1;
  const condition = and(
    eq(storeOrders.userId, actor.id),
    search.status ? eq(storeOrders.status, search.status) : undefined,
    await findMatchingOrders(ctx, search.search),
  );
  const readRows = () =>
    ctx.db
      .select({
        id: storeOrders.id,
        number: storeOrders.number,
        status: storeOrders.status,
        payment: storeOrders.payment,
        totalCents: storeOrders.totalCents,
        placedAt: storeOrders.placedAt,
        deliveredAt: storeOrders.deliveredAt,
        arrivesFrom: storeOrders.arrivesFrom,
        arrivesTo: storeOrders.arrivesTo,
        total: sql<number>`count(*) over ()`.mapWith(Number),
      })
      .from(storeOrders)
      .where(condition)
      .orderBy(desc(storeOrders.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
  let rows = await readRows();
  if (rows.length === 0 && page > 1) {
    page = clampPage(page, { total: await ctx.db.$count(storeOrders, condition) }, pageSize);
    rows = await readRows();
  }
  const lines = await listLinesOfOrders(
    ctx,
    rows.map(({ id }) => id),
  );
  const total = rows[0]?.total ?? 0;
  return {
    orders: rows.map(({ total: _total, ...order }) => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
    })),
    total,
    page,
    pageCount: Math.ceil(total / pageSize),
  };
}

export async function listLinesOfOrders({ db }: AppContext, orderIds: string[]) {
  if (orderIds.length === 0) return [];
  return db
    .select({
      orderId: storeOrderLines.orderId,
      nameEn: storeOrderLines.nameEn,
      nameAr: storeOrderLines.nameAr,
      photoId: storeOrderLines.photoId,
      quantity: storeOrderLines.quantity,
      attributes: storeOrderLines.attributes,
      category: products.category,
    })
    .from(storeOrderLines)
    .innerJoin(products, eq(products.id, storeOrderLines.productId))
    .where(inArray(storeOrderLines.orderId, orderIds))
    .orderBy(storeOrderLines.id);
}

/** Returns the actor's own order by its exact number; 404 for someone else's. */
export async function getOwnOrder(ctx: AppContext, actor: Buyer, number: string): Promise<Order> {
  const [order] = number
    ? await ctx.db
        .select()
        .from(storeOrders)
        .where(and(eq(storeOrders.number, number), eq(storeOrders.userId, actor.id)))
    : [];
  if (!order) throw notFound();
  return order;
}

/** Returns an order's lines with pet and review, its returns and its timeline. The caller must check access. */
export async function getOrderDetails(ctx: AppContext, order: Order) {
  const isOwn = (owner: PgColumn) => (order.userId ? eq(owner, order.userId) : sql`false`);
  const lines = await ctx.db
    .select({
      line: storeOrderLines,
      category: products.category,
      petName: pets.name,
      replacedCode: tags.code,
      reviewId: productReviews.id,
      stars: productReviews.stars,
    })
    .from(storeOrderLines)
    .innerJoin(products, eq(products.id, storeOrderLines.productId))
    .leftJoin(pets, and(eq(pets.id, storeOrderLines.petId), isOwn(pets.ownerId), livePet))
    .leftJoin(tags, and(eq(tags.id, storeOrderLines.replacesTagId), isOwn(tags.ownerId)))
    .leftJoin(productReviews, eq(productReviews.orderLineId, storeOrderLines.id))
    .where(eq(storeOrderLines.orderId, order.id))
    .orderBy(storeOrderLines.id);
  const returns = await ctx.db
    .select()
    .from(storeReturns)
    .where(eq(storeReturns.orderId, order.id))
    .orderBy(storeReturns.id);
  const events = await ctx.db
    .select({
      id: storeOrderEvents.id,
      kind: storeOrderEvents.kind,
      note: storeOrderEvents.note,
      cents: storeOrderEvents.cents,
      at: storeOrderEvents.at,
    })
    .from(storeOrderEvents)
    .where(eq(storeOrderEvents.orderId, order.id))
    .orderBy(storeOrderEvents.id);
  return {
    order,
    lines: lines.map(({ line, reviewId, ...more }) => ({ ...line, ...more, isRated: reviewId !== null })),
    returns,
    events,
  };
}

/**
 * Adds an order's lines to the cart again, as far as they are still sold. Returns how many were added and how many were
 * not.
 */
export async function addOrderToCart(
  ctx: AppContext,
  actor: Buyer,
  number: string,
): Promise<{ added: number; left: number }> {
  const order = await getOwnOrder(ctx, actor, number);
  const result = { added: 0, left: 0 };
  for (const { productId, quantity, attributes } of await listOrderLines(ctx, order.id)) {
    try {
      await addToCart(ctx, actor, { productId, quantity, attributes: { ...attributes } });
      result.added++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.left++;
    }
  }
  return result;
}

/** Creates a review of one line of a delivered order, once. Rejects someone else's lines and orders not delivered. */
export async function createLineReview(
  ctx: AppContext,
  actor: Buyer,
  number: string,
  { lineId, stars, text }: { lineId: string; stars: number; text: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const order = await getOwnOrder(tx, actor, number);
    const line = (await listOrderLines(tx, order.id)).find(({ id }) => id === lineId);
    if (!line) throw notFound();
    if (!canRate(order)) throw new AppError("orders.rateLater", 409);
    await createReview(tx, actor, { productId: line.productId, orderLineId: line.id, stars, text });
  });
}

/** Returns the address of the buyer's last order, to prefill the checkout form. */
export async function findLastAddress({ db }: AppContext, actor: Buyer) {
  const [last] = await db
    .select({
      fullName: storeOrders.fullName,
      phone: storeOrders.phone,
      country: storeOrders.country,
      state: storeOrders.state,
      city: storeOrders.city,
      address: storeOrders.address,
      landmark: storeOrders.landmark,
      zipCode: storeOrders.zipCode,
    })
    .from(storeOrders)
    .where(eq(storeOrders.userId, actor.id))
    .orderBy(desc(storeOrders.id))
    .limit(1);
  return last ?? null;
}

/** Returns the number of the buyer's orders, and of those still open. */
export function countOrders({ db }: Pick<AppContext, "db">, actor: { id: string | Placeholder }) {
  const own = eq(storeOrders.userId, actor.id);
  return {
    orders: db.$count(storeOrders, own),
    ordersOnTheWay: db.$count(storeOrders, and(own, inArray(storeOrders.status, ["pending", "processing", "shipped"]))),
  };
}

/** Returns an order with all details, as its page shows it in the given language. */
export async function getOrderView(ctx: AppContext, order: Order, language: Language) {
  const { idempotencyKey: _key, userId: _user, search: _search, ...shown } = order;
  const details = await getOrderDetails(ctx, order);
  const countryName = listCountries(language).find(({ value }) => value === order.country)?.label ?? order.country;
  const phoneText = order.phone && formatPhone(order.phone);
  return { ...details, order: { ...shown, isAnonymous: order.userId === null, countryName, phoneText } };
}

export type OrderView = Awaited<ReturnType<typeof getOrderView>>;

/**
 * Returns whether there are orders or plan requests, whose amounts are in the currency of the shop. Within a
 * transaction, none can be added until it ends.
 */
export async function isCurrencyUsed({ db }: Pick<AppContext, "db">): Promise<boolean> {
  await db.execute(sql`lock table store_orders, subscription_requests in share mode`);
  const { rows } = await db.execute<{ used: boolean }>(
    sql`select exists (select from store_orders) or exists (select from subscription_requests) as used`,
  );
  return rows[0]!.used;
}
