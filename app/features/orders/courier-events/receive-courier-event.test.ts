// A forged message would mark a parcel as delivered that the buyer never got.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { updateOrderStatus, updateTracking } from "../fulfilment/order-status.server.ts";
import { courierEvents, storeOrderEvents, storeOrders, waitingCourierEvents } from "../orders.tables.server.ts";
import { ordersPersonalData } from "../personal-data.server.ts";
import { deleteWaitingEvents } from "../waiting-events.server.ts";
import { receiveCourierEvent, signCourierBody } from "./receive-courier-event.server.ts";

const secret = "courier-secret-courier-secret-00";
const testApp = await createTestApp({ env: { COURIER_SECRET: secret } });
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

/** Sends an event like a courier. */
const report = (event: object | string, sign = secret) => {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  return receiveCourierEvent(ctx, body, `sha256=${signCourierBody(sign, body)}`);
};
const at = "2026-11-21T14:00:00+02:00";

async function createShippedOrder(trackingNumber: string) {
  const order = await createOrderInStatus(
    ctx,
    { buyer: await createTestUser(ctx), admin },
    "shipped",
    await createTestProduct(ctx),
  );
  await updateTracking(ctx, admin, order.id, trackingNumber);
  return order;
}
const statusOf = async (id: string) => {
  const [order] = await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, id));
  return order?.status;
};

test("a delivered parcel marks its order as delivered, however often and in whatever order it is reported", async () => {
  const order = await createShippedOrder("BST-1");
  const delivered = { id: "e2", trackingNumber: "BST-1", state: "delivered", at };
  const answers = await Promise.all([delivered, delivered, delivered].map((event) => report(event)));
  expect(answers.map(({ result }) => result).sort()).toEqual(["again", "again", "done"]);
  expect(await report({ id: "e1", trackingNumber: "BST-1", state: "underway", at })).toEqual({
    status: 200,
    result: "done",
  });
  expect(await statusOf(order.id)).toBe("delivered");
  const events = await ctx.db.select().from(storeOrderEvents).where(eq(storeOrderEvents.orderId, order.id));
  expect(events.filter(({ kind }) => kind === "delivered")).toHaveLength(1);
  expect(events.filter(({ kind, note }) => kind === "courier" && note === "underway")).toHaveLength(1);
});

test("a delivery is applied to the order of a buyer whose account was deleted", async () => {
  const buyer = await createTestUser(ctx);
  const product = await createTestProduct(ctx);
  const order = await createOrderInStatus(ctx, { buyer, admin }, "shipped", product);
  await updateTracking(ctx, admin, order.id, "BST-GONE");
  await withTransaction(ctx, async (tx) => ordersPersonalData.erase?.(tx, buyer));
  const find = async () => (await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, order.id)))[0];
  expect(await find()).toMatchObject({ userId: null, trackingNumber: null, status: "shipped" });
  const event = { id: "e-gone", trackingNumber: "BST-GONE", state: "delivered", at };
  expect(await report(event)).toEqual({ status: 200, result: "done" });
  expect(await report(event)).toEqual({ status: 200, result: "again" });
  expect(await find()).toMatchObject({ status: "delivered", trackingCode: null });
  expect(await ctx.db.$count(waitingCourierEvents)).toBe(0);
});

test("a returned parcel leaves the order's status to administrators", async () => {
  const order = await createShippedOrder("BST-2");
  await report({ id: "e3", trackingNumber: "BST-2", state: "returned", at });
  expect(await statusOf(order.id)).toBe("shipped");
});

test("forged, malformed and old events change nothing", async () => {
  const order = await createShippedOrder("BST-3");
  const event = { id: "e4", trackingNumber: "BST-3", state: "delivered", at };
  expect((await report(event, "another-secret-another-secret-00")).status).toBe(401);
  expect((await receiveCourierEvent(ctx, JSON.stringify(event), null)).status).toBe(401);
  expect((await receiveCourierEvent(ctx, JSON.stringify(event), "sha256=zz")).status).toBe(401);
  for (const wrong of ["", "[]", "{", { ...event, state: "lost" }, { ...event, at: "soon" }])
    expect((await report(wrong)).result).toBe("malformed");
  expect((await report({ ...event, at: "2026-09-01T00:00:00Z" })).result).toBe("late");
  expect(await statusOf(order.id)).toBe("shipped");
  expect(await ctx.db.$count(courierEvents, eq(courierEvents.id, "e4"))).toBe(0);
});

test("an event with characters that cannot be stored is processed without them", async () => {
  const order = await createShippedOrder("BST-9");
  const event = { id: "e\u0000\ud83d9", trackingNumber: "BST-9\u0000", state: "delivered", at };
  expect(await report(event)).toEqual({ status: 200, result: "done" });
  expect(await statusOf(order.id)).toBe("delivered");
});

test("a delivery reported before the order was marked as shipped counts once it is", async () => {
  const people = { buyer: await createTestUser(ctx), admin };
  const product = await createTestProduct(ctx);
  const [packed, corrected] = [
    await createOrderInStatus(ctx, people, "processing", product),
    await createOrderInStatus(ctx, people, "processing", product),
  ];
  await updateTracking(ctx, admin, packed.id, "BST-11");
  await updateTracking(ctx, admin, corrected.id, "BST-12");
  await report({ id: "e11", trackingNumber: "BST-11", state: "delivered", at });
  await report({ id: "e12", trackingNumber: "BST-12", state: "delivered", at });
  expect(await statusOf(packed.id)).toBe("processing");
  await updateOrderStatus(ctx, admin, packed.id, { to: "shipped" });
  expect(await statusOf(packed.id)).toBe("delivered");
  // That was another order's parcel.
  await updateOrderStatus(ctx, admin, corrected.id, { to: "shipped", trackingNumber: "BST-13" });
  expect(await statusOf(corrected.id)).toBe("shipped");
});

test("events of a parcel whose number is not stored yet wait for it", async () => {
  const shipped = await createShippedOrder("BST-OLD");
  const packed = await createOrderInStatus(
    ctx,
    { buyer: await createTestUser(ctx), admin },
    "processing",
    await createTestProduct(ctx),
  );
  const delivered = { id: "e21", trackingNumber: "BST-21", state: "delivered", at: "2026-11-21T16:00:00+02:00" };
  expect(await report(delivered)).toEqual({ status: 202, result: "waiting" });
  expect(await report(delivered)).toEqual({ status: 200, result: "again" });
  await report({ id: "e20", trackingNumber: "BST-21", state: "underway", at });
  await report({ ...delivered, id: "e22", trackingNumber: "BST-22" });
  await updateTracking(ctx, admin, shipped.id, "BST-21");
  expect(await statusOf(shipped.id)).toBe("delivered");
  const events = await ctx.db
    .select()
    .from(storeOrderEvents)
    .where(eq(storeOrderEvents.orderId, shipped.id))
    .orderBy(storeOrderEvents.id);
  expect(events.slice(-3).map(({ kind, note }) => note ?? kind)).toEqual(["BST-21", "underway", "delivered"]);
  await updateOrderStatus(ctx, admin, packed.id, { to: "shipped", trackingNumber: "BST-22" });
  expect(await statusOf(packed.id)).toBe("delivered");
  expect(await report(delivered)).toEqual({ status: 200, result: "again" });
  expect(await ctx.db.$count(waitingCourierEvents)).toBe(0);
});

test("an event is not lost when its number is stored at the same time", async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, (_, at) => createShippedOrder(`BST-BEFORE-${at}`)));
  await Promise.all(
    orders.flatMap(({ id }, index) => [
      report({ id: `same-${index}`, trackingNumber: `BST-SAME-${index}`, state: "delivered", at }),
      updateTracking(ctx, admin, id, `BST-SAME-${index}`),
    ]),
  );
  expect(await Promise.all(orders.map(({ id }) => statusOf(id)))).toEqual(orders.map(() => "delivered"));
});

test("waiting events are deleted after 30 days, and the oldest when there are too many", async () => {
  const waiting = (id: string) => ({ id, trackingNumber: `NONE-${id}`, state: "underway", at });
  const listWaiting = async () => {
    const rows = await ctx.db.select().from(waitingCourierEvents).orderBy(waitingCourierEvents.id);
    return rows.map(({ id }) => id);
  };
  const now = ctx.clock.now().getTime();
  await report(waiting("w1"));
  testApp.setNow(new Date(now + 60_000));
  await report(waiting("w2"));
  await deleteWaitingEvents(ctx, { most: 1 });
  expect(await listWaiting()).toEqual(["w2"]);
  testApp.setNow(new Date(now + 31 * 86_400_000));
  await deleteWaitingEvents(ctx);
  expect(await listWaiting()).toEqual([]);
});
