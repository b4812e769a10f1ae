// One parcel number would be given to two buyers, or refused goods would be missing from the stock.
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listOrders } from "#app/features/admin/orders/admin-orders.server.ts";
import { exportCashSheet } from "#app/features/admin/orders/cash-sheet.server.ts";
import { archiveProduct } from "#app/features/admin/products/manage-products.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, placeTestOrder, refused, stockOf, wayTo } from "#tests/make-orders.ts";
import { withSiteSettings } from "#tests/site-settings.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  cancelOwnOrder,
  listOrderLines,
  markCashCollected,
  updateOrderStatus,
  updateTracking,
} from "./fulfilment/order-status.server.ts";
import { canMove, orderStatuses } from "./orders.rules.ts";
import { addOrderToCart, createLineReview, getOwnOrder, listOwnOrders } from "./orders.server.ts";
import { storeOrderEvents, storeOrders } from "./orders.tables.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const buyer = await createTestUser(ctx);
const admin = await createTestAdmin(ctx);
const people: { buyer: Actor; admin: Actor } = { buyer, admin };

const readCashSheet = (...args: Parameters<typeof exportCashSheet>) => text(exportCashSheet(...args).csv);

describe("order status changes", () => {
  const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const));
  test.each(pairs)("from %s to %s", async (from, to) => {
    const id = await createTestProduct(ctx, { category: "collars" });
    const order = await createOrderInStatus(ctx, people, from, id);
    if (to === "refunded" && from === "delivered") await markCashCollected(ctx, admin, order.id);
    const move = updateOrderStatus(ctx, admin, order.id, { to });
    if (canMove(from, to)) await move;
    else await expect(move).rejects.toEqual(refused(`orders.cannotMove.${from}`, 409));
    const after = await getOwnOrder(ctx, buyer, order.number);
    expect(after.status).toBe(canMove(from, to) ? to : from);
    expect(await stockOf(ctx, id)).toBe(["cancelled", "refunded"].includes(after.status) ? 10 : 9);
  });

  test("ships once when submitted concurrently and rejects the others", async () => {
    const order = await createOrderInStatus(ctx, people, "processing", await createTestProduct(ctx));
    // Opens the connections first; otherwise the first call would finish before the others begin.
    await Promise.all(Array.from({ length: 6 }, () => ctx.pool.query("select pg_sleep(0.1)")));
    const presses = Array.from({ length: 6 }, () => updateOrderStatus(ctx, admin, order.id, { to: "shipped" }));
    const results = await Promise.allSettled(presses);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toEqual(refused("orders.cannotMove.shipped", 409));
  });

  test("gives a tracking number to one order only, of several at the same time to the first", async () => {
    const productId = await createTestProduct(ctx);
    const make = () => createOrderInStatus(ctx, people, "processing", productId);
    const [one, other, third] = [await make(), await make(), await make()];
    await updateTracking(ctx, admin, one.id, "TRK-ONE");
    await expect(updateTracking(ctx, admin, other.id, "TRK-ONE")).rejects.toMatchObject({
      code: "orders.trackingTaken",
      params: { order: one.number, number: "\u2066TRK-ONE\u2069" },
    });
    const ship = (order: { id: string }, trackingNumber: string) =>
      updateOrderStatus(ctx, admin, order.id, { to: "shipped", trackingNumber });
    await expect(ship(other, "TRK-ONE")).rejects.toEqual(refused("orders.trackingTaken", 409));
    const results = await Promise.allSettled([other, third].map((order) => ship(order, "TRK-BOTH")));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    // Neither a cancelled order nor one shipped long ago keeps its number, as couriers use numbers again.
    await ship(one, "TRK-ONE");
    await updateOrderStatus(ctx, admin, one.id, { to: "cancelled" });
    const next = await make();
    await ship(next, "TRK-ONE");
    await ctx.db
      .update(storeOrders)
      .set({ shippedAt: ctx.clock.ago(181 * dayMs) })
      .where(eq(storeOrders.id, next.id));
    await ship(await make(), "TRK-ONE");
  });

  test("restores the stock of goods refused at the door once, and never of damaged ones", async () => {
    const id = await createTestProduct(ctx);
    const [whole, broken] = [
      await createOrderInStatus(ctx, people, "shipped", id, 2),
      await createOrderInStatus(ctx, people, "shipped", id, 3),
    ];
    await Promise.allSettled([1, 2, 3].map(() => updateOrderStatus(ctx, admin, whole.id, { to: "cancelled" })));
    expect(await stockOf(ctx, id)).toBe(7);
    await updateOrderStatus(ctx, admin, broken.id, { to: "cancelled", isDamaged: true });
    expect(await stockOf(ctx, id)).toBe(7);
  });

  test("does not refund an order whose cash was never collected, nor notify its buyer", async () => {
    const id = await createTestProduct(ctx);
    const order = await createOrderInStatus(ctx, people, "delivered", id);
    await testApp.runJobs();
    const before = testApp.emails.length;
    await expect(updateOrderStatus(ctx, admin, order.id, { to: "refunded" })).rejects.toEqual(
      refused("orders.nothingCollected", 409),
    );
    await testApp.runJobs();
    expect(testApp.emails.slice(before).filter(({ subject }) => subject.includes(order.number))).toEqual([]);
    expect(await getOwnOrder(ctx, buyer, order.number)).toMatchObject({ status: "delivered", payment: "unpaid" });
  });

  test("records cash once; a paid order can be delivered and refunded, but not cancelled", async () => {
    const order = await createOrderInStatus(ctx, people, "shipped", await createTestProduct(ctx));
    await markCashCollected(ctx, admin, order.id);
    await expect(markCashCollected(ctx, admin, order.id)).rejects.toEqual(refused("orders.cannotCollect", 409));
    await expect(updateOrderStatus(ctx, admin, order.id, { to: "cancelled" })).rejects.toEqual(
      refused("orders.collectedAlready", 409),
    );
    await updateOrderStatus(ctx, admin, order.id, { to: "delivered" });
    await updateOrderStatus(ctx, admin, order.id, { to: "refunded" });
    expect(await getOwnOrder(ctx, buyer, order.number)).toMatchObject({
      payment: "refunded",
      collectedCents: order.totalCents,
      refundedCents: order.totalCents,
    });
    await testApp.runJobs();
    const mail = testApp.emails.findLast(({ subject }) => subject === `We've refunded your order ${order.number}`);
    expect(mail?.text).toContain(`Refunded: \u2066${formatMoney(order.totalCents)}\u2069`);
    const csv = await readCashSheet(ctx, admin, "2026-11-21");
    expect(csv).toContain(`${order.number},2026-11-21T12:00:00.000Z,collected,Mona Nassar,${order.totalCents / 100}`);
    expect(csv).toMatch(/,,total,,\d+\.\d\d\r\n$/);
    expect((await readCashSheet(ctx, admin, "1999-01-01")).trim().split("\r\n")).toHaveLength(2);
  });

  test.each([
    // Clocks in Cairo go forward at midnight, so the day starts at 01:00 and has 23 hours.
    ["2027-04-30", "2027-04-29T22:00:00Z", "2027-04-30T20:59:59.999Z"],
    // Clocks go back at midnight, so the hour before it occurs twice.
    ["2026-10-29", "2026-10-28T21:00:00Z", "2026-10-29T21:59:59.999Z"],
    ["2026-10-30", "2026-10-29T22:00:00Z", "2026-10-30T21:59:59.999Z"],
  ])("the cash sheet of %s covers the day from its first moment to its last", async (day, first, last) => {
    const cashier: Actor = { ...admin, timeZone: "Africa/Cairo" };
    const moments = [new Date(first), new Date(last)].flatMap((at, end) => [at, new Date(+at + (end ? 1 : -1))]);
    const orders = await Promise.all(
      moments.map(async () => placeTestOrder(ctx, await createTestUser(ctx), await createTestProduct(ctx))),
    );
    await ctx.db.insert(storeOrderEvents).values(
      orders.map(({ id }, place) => ({
        id: createId(),
        orderId: id,
        kind: "collected" as const,
        cents: 1,
        at: moments[place]!,
      })),
    );
    const csv = await readCashSheet(ctx, cashier, day);
    const listed = orders.map(({ number }) => csv.includes(number));
    expect(listed).toEqual([true, false, true, false]);
  });

  test("the cash sheet names the shop's currency", async () => {
    const csv = await readCashSheet(withSiteSettings(ctx, { shop: { currency: "EGP" } }), admin, "1999-01-01");
    expect(csv).toContain("order_number,at,what,customer,amount_egp\r\n");
  });

  test("an invalid day falls back to today", async () => {
    const { day } = exportCashSheet(ctx, admin, null);
    for (const none of ["2026-02-29", "2026-13-01", "0000-00-00", "0000-01-01", "yesterday", "2026-1-1", ""])
      expect(exportCashSheet(ctx, admin, none).day).toBe(day);
  });

  test("the buyer can cancel until packing begins", async () => {
    const id = await createTestProduct(ctx);
    const order = await placeTestOrder(ctx, buyer, id);
    await cancelOwnOrder(ctx, buyer, order.number);
    expect(await stockOf(ctx, id)).toBe(10);
    const packed = await createOrderInStatus(ctx, people, "processing", id);
    await expect(cancelOwnOrder(ctx, buyer, packed.number)).rejects.toEqual(refused("orders.tooLateToCancel", 409));
  });
});

test("a delivered line is rated once, and an order can be reordered as far as it is still sold", async () => {
  const id = await createTestProduct(ctx);
  const early = await placeTestOrder(ctx, buyer, id);
  const [line] = await listOrderLines(ctx, early.id);
  const rate = () => createLineReview(ctx, buyer, early.number, { lineId: line!.id, stars: 5, text: "رائع" });
  await expect(rate()).rejects.toEqual(refused("orders.rateLater", 409));
  for (const to of wayTo.delivered) await updateOrderStatus(ctx, admin, early.id, { to });
  await rate();
  await expect(rate()).rejects.toEqual(refused("adminProducts.alreadyReviewed", 409));
  expect(await addOrderToCart(ctx, buyer, early.number)).toEqual({ added: 1, left: 0 });
  await archiveProduct(ctx, admin, id, 1);
  expect(await addOrderToCart(ctx, buyer, early.number)).toEqual({ added: 0, left: 1 });
});

test("finds orders by number in any spelling, by name, and by Arabic words regardless of spelling variants", async () => {
  const who = await createTestUser(ctx);
  const id = await createTestProduct(ctx, { nameAr: "طوق جلدي أزرق" });
  const order = await placeTestOrder(ctx, who, id);
  const find = async (search: string) => (await listOwnOrders(ctx, who, { search })).total;
  expect(await find(order.number.toLowerCase().replaceAll("-", " "))).toBe(1);
  expect(await find("ازرق")).toBe(1);
  expect(await find("100%")).toBe(0);
  expect(await find("_")).toBe(0);
  expect(await listOwnOrders(ctx, who, { page: 99 }), "the last page instead of one beyond").toMatchObject({
    orders: [{ number: order.number }],
    page: 1,
    pageCount: 1,
  });
  const [seen] = await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, order.id));
  expect((await listOrders(ctx, admin, { search: seen!.phone!.slice(3) })).total).toBe(1);
  expect((await listOrders(ctx, admin, { search: seen!.email! })).total).toBe(1);
});
