import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { cartLines, cartMerges } from "#app/features/cart/cart.tables.server.ts";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { cancelOrdersOfUser } from "./fulfilment/order-status.server.ts";
import { courierEvents, storeOrderEvents, storeOrderLines, storeOrders, storeReturns } from "./orders.tables.server.ts";
import { createTrackingCode } from "./waiting-events.server.ts";

/**
 * Erasure keeps an order's number, lines, amounts and dates, and deletes name, address and all text by the person.
 * Unshipped orders are cancelled, because their address is gone; of a parcel on its way, only a keyed hash of its
 * tracking number stays until it has arrived.
 */
export const ordersPersonalData: PersonalData = {
  tables: [cartLines, cartMerges, storeOrders, storeOrderLines, storeOrderEvents, storeReturns, courierEvents],
  async read({ db }, { id }) {
    const cart = await db.select().from(cartLines).where(eq(cartLines.userId, id)).orderBy(asc(cartLines.addedAt));
    const orders = await db.select().from(storeOrders).where(eq(storeOrders.userId, id)).orderBy(asc(storeOrders.id));
    const ids = orders.map((order) => order.id);
    if (ids.length === 0) return { cart, orders: [] };
    const lines = await db.select().from(storeOrderLines).where(inArray(storeOrderLines.orderId, ids));
    const events = await db.select().from(storeOrderEvents).where(inArray(storeOrderEvents.orderId, ids));
    const returns = await db.select().from(storeReturns).where(inArray(storeReturns.orderId, ids));
    return {
      cart,
      orders: orders.map(({ search: _search, idempotencyKey: _key, trackingCode: _code, ...order }) => ({
        ...order,
        lines: lines.filter(({ orderId }) => orderId === order.id).map(({ search: _words, ...line }) => line),
        // Who in the store acted is not included.
        events: events.filter(({ orderId }) => orderId === order.id).map(({ byUserId: _by, ...event }) => event),
        returns: returns.filter(({ orderId }) => orderId === order.id),
      })),
    };
  },
  async photos({ db }, { id }) {
    const rows = await db
      .select({ id: storeReturns.photoId, of: storeOrders.number })
      .from(storeReturns)
      .innerJoin(storeOrders, eq(storeOrders.id, storeReturns.orderId))
      .where(and(eq(storeOrders.userId, id), isNotNull(storeReturns.photoId)));
    return rows.flatMap(({ id: photoId, of }) => (photoId ? [{ id: photoId, of }] : []));
  },
  locks: (_ctx, { id }) => [{ key: storeOrders.id, where: eq(storeOrders.userId, id) }],
  async erase(ctx, { id }) {
    const { db } = ctx;
    await cancelOrdersOfUser(ctx, id);
    const own = db.select({ id: storeOrders.id }).from(storeOrders).where(eq(storeOrders.userId, id));
    await db
      .update(storeOrderLines)
      .set({
        attributes: sql`${storeOrderLines.attributes} - 'engraving'`,
        petId: null,
        replacesTagId: null,
        tagCodes: [],
      })
      .where(inArray(storeOrderLines.orderId, own));
    await db.update(storeOrderEvents).set({ note: null }).where(inArray(storeOrderEvents.orderId, own));
    await db
      .update(storeReturns)
      .set({ note: null, answer: null, photoId: null })
      .where(inArray(storeReturns.orderId, own));
    const onTheirWay = await db
      .select({ id: storeOrders.id, trackingNumber: storeOrders.trackingNumber })
      .from(storeOrders)
      .where(and(eq(storeOrders.userId, id), eq(storeOrders.status, "shipped"), isNotNull(storeOrders.trackingNumber)));
    const gone = { email: null, fullName: null, phone: null, state: null, city: null, address: null, landmark: null };
    await db
      .update(storeOrders)
      .set({ ...gone, zipCode: null, trackingNumber: null, trackingCode: null, userId: null })
      .where(eq(storeOrders.userId, id));
    for (const order of onTheirWay)
      await db
        .update(storeOrders)
        .set({ trackingCode: createTrackingCode(ctx, order.trackingNumber ?? "") })
        .where(eq(storeOrders.id, order.id));
  },
};
