// A buyer would be refunded twice, or their approved return would be declined by a second administrator.
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, refused, stockOf } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  listOrderLines,
  markCashCollected,
  markOrderWrittenOff,
  type Order,
  undoOrderStep,
  updateOrderStatus,
} from "../fulfilment/order-status.server.ts";
import { getOrderDetails, getOwnOrder } from "../orders.server.ts";
import { storeOrders } from "../orders.tables.server.ts";
import { markReturnRefunded, receiveReturn, requestReturn, reviewReturn } from "./returns.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const buyer = await createTestUser(ctx);
const admin = await createTestAdmin(ctx);
const people: { buyer: Actor; admin: Actor } = { buyer, admin };

describe("returns", () => {
  const requestPieces = (order: Order, lineId: string, quantity = 1) =>
    requestReturn(ctx, buyer, order.number, { lineId, quantity, reason: "wrongSize" });

  async function deliveredAndPaid(quantity: number) {
    const id = await createTestProduct(ctx, { stock: 20 });
    const order = await createOrderInStatus(ctx, people, "delivered", id, quantity);
    await markCashCollected(ctx, admin, order.id);
    const [line] = await listOrderLines(ctx, order.id);
    return { id, order, line: line! };
  }
  const openReturn = async (order: Order) => (await getOrderDetails(ctx, order)).returns.at(-1)!;

  test("of one product of one order are told from each other by the titles of their letters", async () => {
    const { order, line } = await deliveredAndPaid(3);
    for (const quantity of [1, 1, 1]) {
      await requestPieces(order, line.id, quantity);
      const { id: returnId } = await openReturn(order);
      await reviewReturn(ctx, admin, { returnId, to: "approved" });
      await receiveReturn(ctx, admin, { returnId, condition: "ok" });
    }
    const { rows } = await ctx.db.execute<{ product: string }>(
      sql`select params->>'productName' as product from notifications where topic = ${order.id} and params->>'orderNews' = 'returnApproved' order by id`,
    );
    expect(rows.map(({ product }) => product)).toEqual(
      ["", " (2)", " (3)"].map((number) => `1 × ${line.nameEn}${number}`),
    );
  });

  test("of one piece keep stock and cash consistent, and each step counts once", async () => {
    const { id, order, line } = await deliveredAndPaid(3);
    await requestPieces(order, line.id, 1);
    await expect(requestPieces(order, line.id, 1)).rejects.toEqual(refused("returns.alreadyOpen", 409));
    const { id: returnId } = await openReturn(order);
    await expect(markReturnRefunded(ctx, admin, returnId)).rejects.toEqual(
      refused("returns.cannotMove.requested", 409),
    );
    await expect(updateOrderStatus(ctx, admin, order.id, { to: "refunded" })).rejects.toEqual(
      refused("orders.returnsOpen", 409),
    );
    await reviewReturn(ctx, admin, { returnId, to: "approved" });
    const received = [1, 2].map(() => receiveReturn(ctx, admin, { returnId, condition: "ok" }));
    expect((await Promise.allSettled(received)).filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await stockOf(ctx, id)).toBe(18);
    const paid = [1, 2].map(() => markReturnRefunded(ctx, admin, returnId));
    expect((await Promise.allSettled(paid)).filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await getOwnOrder(ctx, buyer, order.number)).toMatchObject({
      status: "delivered",
      payment: "collected",
      refundedCents: line.priceCents,
    });
    await expect(requestPieces(order, line.id, 3)).rejects.toEqual(refused("returns.tooMany", 409));
  });

  test("that an administrator approved are not declined by another one who still sees the request", async () => {
    const { order, line } = await deliveredAndPaid(1);
    await requestPieces(order, line.id);
    const { id: returnId } = await openReturn(order);
    await reviewReturn(ctx, admin, { returnId, to: "approved" });
    await expect(reviewReturn(ctx, admin, { returnId, to: "declined" })).rejects.toEqual(
      refused("returns.cannotMove.approved", 409),
    );
    // Its goods never arrived.
    const decline = { returnId, from: "approved", to: "declined" } as const;
    await expect(reviewReturn(ctx, admin, decline)).rejects.toEqual(refused("returns.reasonNeeded", 400));
    await reviewReturn(ctx, admin, { ...decline, answer: "It never arrived" });
    expect(await openReturn(order)).toMatchObject({ status: "declined" });
  });

  test("that were declined are reopened when the parcel arrives after all, unless the pieces were requested again", async () => {
    const { order, line, id } = await deliveredAndPaid(1);
    const stock = await stockOf(ctx, id);
    await requestPieces(order, line.id);
    const { id: returnId } = await openReturn(order);
    const decline = { returnId, to: "declined", answer: "It never arrived" } as const;
    await reviewReturn(ctx, admin, decline);
    await requestPieces(order, line.id);
    await expect(receiveReturn(ctx, admin, { returnId, condition: "ok" })).rejects.toEqual(
      refused("returns.cannotMove.declined", 409),
    );
    const again = (await getOrderDetails(ctx, order)).returns.find((one) => one.id !== returnId);
    await reviewReturn(ctx, admin, { ...decline, returnId: again!.id });
    await reviewReturn(ctx, admin, { returnId, from: "declined", to: "approved" });
    await reviewReturn(ctx, admin, { ...decline, from: "approved" });
    await receiveReturn(ctx, admin, { returnId, condition: "ok" });
    expect(await stockOf(ctx, id)).toBe(stock + 1);
    await expect(receiveReturn(ctx, admin, { returnId: again!.id, condition: "ok" })).rejects.toEqual(
      refused("returns.cannotMove.declined", 409),
    );
    await markReturnRefunded(ctx, admin, returnId);
    expect(await getOwnOrder(ctx, buyer, order.number)).toMatchObject({ status: "refunded" });
  });

  test("of everything damaged restore no stock and refund the order", async () => {
    const { id, order, line } = await deliveredAndPaid(2);
    await requestPieces(order, line.id, 2);
    const { id: returnId } = await openReturn(order);
    await reviewReturn(ctx, admin, { returnId, to: "approved" });
    await receiveReturn(ctx, admin, { returnId, condition: "damaged" });
    await markReturnRefunded(ctx, admin, returnId);
    expect(await stockOf(ctx, id)).toBe(18);
    expect(await getOwnOrder(ctx, buyer, order.number)).toMatchObject({ status: "refunded", payment: "refunded" });
  });

  test("cannot be refunded once the order's cash was written off", async () => {
    const id = await createTestProduct(ctx);
    const order = await createOrderInStatus(ctx, people, "delivered", id);
    const [line] = await listOrderLines(ctx, order.id);
    await markOrderWrittenOff(ctx, admin, order.id, "never paid");
    await requestPieces(order, line!.id);
    const { id: returnId } = await openReturn(order);
    await reviewReturn(ctx, admin, { returnId, to: "approved" });
    await receiveReturn(ctx, admin, { returnId, condition: "ok" });
    await expect(markReturnRefunded(ctx, admin, returnId)).rejects.toEqual(refused("returns.notPaid", 409));
  });

  test("keep an order delivered: otherwise its goods would come back to stock twice", async () => {
    const id = await createTestProduct(ctx, { stock: 5 });
    const order = await createOrderInStatus(ctx, people, "delivered", id);
    const [line] = await listOrderLines(ctx, order.id);
    await requestPieces(order, line!.id);
    const before = { status: "shipped" as const, trackingNumber: null };
    await expect(undoOrderStep(ctx, admin, order.id, before)).rejects.toEqual(refused("orders.movedOn", 409));
  });

  test("of an order whose account was deleted are still shown to administrators", async () => {
    const gone = await createTestUser(ctx);
    const order = await createOrderInStatus(ctx, { buyer: gone, admin }, "delivered", await createTestProduct(ctx));
    await ctx.db.update(storeOrders).set({ userId: null }).where(eq(storeOrders.id, order.id));
    expect((await getOrderDetails(ctx, { ...order, userId: null })).lines).toHaveLength(1);
  });

  test("are rejected after 30 days, for someone else's lines and for non-administrators", async () => {
    const { order, line } = await deliveredAndPaid(1);
    const other = await createTestUser(ctx);
    const form = { lineId: line.id, quantity: 1, reason: "other" as const };
    await expect(requestReturn(ctx, other, order.number, form)).rejects.toEqual(refused("common.notFound.title"));
    await expect(requestPieces(order, createId())).rejects.toEqual(refused("common.notFound.title", 404));
    for (const quantity of [0, -1, 0.5, 1e9])
      await expect(requestPieces(order, line.id, quantity)).rejects.toEqual(refused("returns.tooMany", 409));
    testApp.setNow("2026-12-22T00:00:00Z");
    await expect(requestPieces(order, line.id)).rejects.toEqual(refused("returns.tooLate", 409));
    testApp.setNow("2026-11-21T12:00:00Z");
    await requestPieces(order, line.id);
    const { id: returnId } = await openReturn(order);
    await expect(reviewReturn(ctx, buyer, { returnId, to: "approved" })).rejects.toEqual(
      refused("accounts.adminRequired", 403),
    );
  });
});
