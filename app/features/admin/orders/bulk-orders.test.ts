// An administrator's one press would move the wrong orders, and undo would not bring them back.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bulkRunItems } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import {
  type BulkAction,
  getBulkRun,
  runBulkRun,
  startBulkRun,
  undoBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { updateOrderStatus, updateTracking } from "#app/features/orders/fulfilment/order-status.server.ts";
import type { OrderStatus } from "#app/features/orders/orders.rules.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { shipParcels } from "../shipping/ship-orders.server.ts";
import { selectOrders } from "./admin-orders.server.ts";
import { collectOrders, moveOrders, shipOrders, writeOffOrders } from "./bulk-orders.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
const productId = await createTestProduct(ctx, { category: "collars", stock: 1000 });

/** Creates an order with a buyer of its own, since the open orders of one buyer are limited. */
const orderThatIs = async (status: OrderStatus) =>
  createOrderInStatus(ctx, { buyer: await createTestUser(ctx), admin }, status, productId);

const readOrder = async (number: string) => {
  const [order] = await ctx.db.select().from(storeOrders).where(eq(storeOrders.number, number));
  return order!;
};

const oldestFirst = { by: "placed", isDescending: false } as const;
const t = ((code: string) => code) as never;

const start = async <Params>(action: BulkAction<Params>, params: Params, ids: string[], by = admin) =>
  startBulkRun(ctx, by, action, {
    params,
    listPath: "/admin/orders",
    subjects: await selectOrders(ctx, admin, { ids, all: false }, { order: oldestFirst }),
  });
const result = (runId: string) => getBulkRun(ctx, admin, runId, t);
const statusOf = async (number: string) => (await readOrder(number)).status;

describe("bulk actions on orders", () => {
  test("move the possible orders, report the others with a reason, and can be undone once", async () => {
    const waiting = [await orderThatIs("pending"), await orderThatIs("pending")];
    const sent = await orderThatIs("shipped");
    const runId = await start(
      moveOrders,
      { to: "processing" },
      [...waiting, sent].map(({ id }) => id),
    );
    expect(await result(runId)).toMatchObject({
      isFinished: true,
      done: 2,
      refused: 1,
      refusals: [{ name: sent.number, reason: "orders.cannotMove.shipped" }],
      canUndo: true,
    });
    const moved = waiting[0]!;
    await updateOrderStatus(ctx, admin, moved.id, { to: "shipped" });
    const undo = await undoBulkRun(ctx, admin, moveOrders, runId);
    expect(await result(undo)).toMatchObject({
      done: 1,
      refused: 1,
      refusals: [{ name: moved.number, reason: "orders.movedOn" }],
      canUndo: false,
    });
    expect(await statusOf(waiting[1]!.number)).toBe("pending");
    await expect(undoBulkRun(ctx, admin, moveOrders, runId)).rejects.toEqual(refused("bulk.undoneAlready"));
    expect((await result(runId)).canUndo).toBe(false);
  });

  test("reject an empty selection and users who are not administrators", async () => {
    await expect(start(moveOrders, { to: "processing" }, [])).rejects.toEqual(refused("bulk.chooseSome", 400));
    await expect(start(moveOrders, { to: "processing" }, [createId()])).rejects.toEqual(
      refused("bulk.chooseSome", 400),
    );
    const { id } = await orderThatIs("pending");
    await expect(start(moveOrders, { to: "processing" }, [id], await createTestUser(ctx))).rejects.toEqual(
      refused("accounts.adminRequired"),
    );
  });

  test("cannot undo a cancellation or read another administrator's run", async () => {
    const { id } = await orderThatIs("pending");
    const runId = await start(moveOrders, { to: "cancelled" }, [id]);
    expect(await result(runId)).toMatchObject({ done: 1, canUndo: false });
    await expect(getBulkRun(ctx, await createTestAdmin(ctx), runId, t)).rejects.toEqual(
      refused("common.notFound.title", 404),
    );
  });

  test("record collected cash and undo it", async () => {
    const order = await orderThatIs("delivered");
    const runId = await start(collectOrders, {}, [order.id]);
    expect((await readOrder(order.number)).payment).toBe("collected");
    await undoBulkRun(ctx, admin, collectOrders, runId);
    const after = await readOrder(order.number);
    expect(after).toMatchObject({ payment: "unpaid", collectedCents: 0, collectedAt: null });
  });

  test("write off unpaid orders, which then cannot be refunded, and undo it", async () => {
    const [order, sent] = [await orderThatIs("delivered"), await orderThatIs("shipped")];
    const runId = await start(writeOffOrders, { note: "the courier went bankrupt" }, [order.id, sent.id]);
    expect(await result(runId)).toMatchObject({
      done: 1,
      refusals: [{ name: sent.number, reason: "orders.cannotWriteOff" }],
    });
    expect((await readOrder(order.number)).payment).toBe("writtenOff");
    await expect(updateOrderStatus(ctx, admin, order.id, { to: "refunded" })).rejects.toEqual(
      refused("orders.nothingCollected"),
    );
    await undoBulkRun(ctx, admin, writeOffOrders, runId);
    expect((await readOrder(order.number)).payment).toBe("unpaid");
  });

  test("process a run of 60 by a job", async () => {
    const ids: string[] = [];
    for (let made = 0; made < 60; made++) ids.push((await orderThatIs("pending")).id);
    const runId = await start(moveOrders, { to: "processing" }, ids);
    expect(await result(runId)).toMatchObject({ isFinished: false, done: 0, total: 60 });
    await testApp.runJobs();
    expect(await result(runId)).toMatchObject({ isFinished: true, done: 60, refused: 0 });
  });

  test("change nothing more once the administrator loses the role", async () => {
    const leaving = await createTestAdmin(ctx);
    const [first, second] = [await orderThatIs("pending"), await orderThatIs("pending")];
    const demoting: BulkAction<{ to: "processing" }> = {
      ...moveOrders,
      async apply(tx, actor, id, params) {
        const before = await moveOrders.apply(tx, actor, id, params);
        await tx.db.update(users).set({ role: "user" }).where(eq(users.id, leaving.id));
        return before;
      },
    };
    const runId = await start(demoting, { to: "processing" }, [first.id, second.id], leaving);
    const items = await ctx.db
      .select({ name: bulkRunItems.name, refusal: bulkRunItems.refusal })
      .from(bulkRunItems)
      .where(eq(bulkRunItems.runId, runId))
      .orderBy(bulkRunItems.position);
    expect(items.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, "accounts.adminRequired"]);
    expect(await statusOf(second.number)).toBe("pending");
  });

  test("stop a long run when the role is lost, and report that when the role is regained", async () => {
    const leaving = await createTestAdmin(ctx);
    const orders = [];
    for (let made = 0; made < 55; made++) orders.push(await orderThatIs("pending"));
    let moved = 0;
    const demoting: BulkAction<{ to: "processing" }> = {
      ...moveOrders,
      async apply(tx, actor, id, params) {
        const before = await moveOrders.apply(tx, actor, id, params);
        if (++moved === 30) await tx.db.update(users).set({ role: "user" }).where(eq(users.id, leaving.id));
        return before;
      },
    };
    const ids = orders.map(({ id }) => id);
    const runId = await start(demoting, { to: "processing" }, ids, leaving);
    expect(await getBulkRun(ctx, leaving, runId, t)).toMatchObject({ isFinished: false, isStopped: false, done: 0 });
    await runBulkRun(ctx, demoting as BulkAction, runId);
    await ctx.db.update(users).set({ role: "admin" }).where(eq(users.id, leaving.id));
    const result = await getBulkRun(ctx, leaving, runId, t);
    expect(result).toMatchObject({ isFinished: true, isStopped: true, done: 30, refused: 25 });
    expect(new Set(result.refusals.map(({ reason }) => reason))).toEqual(new Set(["accounts.adminRequired"]));
  });

  test("keep finished rows when one fails unexpectedly, and resume by a job", async () => {
    const orders = [await orderThatIs("pending"), await orderThatIs("pending")];
    let isBroken = true;
    const failing: BulkAction<{ to: "processing" }> = {
      ...moveOrders,
      async apply(tx, actor, id, params) {
        if (id === orders[1]!.id && isBroken) throw new Error("the connection broke");
        return moveOrders.apply(tx, actor, id, params);
      },
    };
    const ids = orders.map(({ id }) => id);
    const runId = await start(failing, { to: "processing" }, ids);
    expect(await getBulkRun(ctx, admin, runId, t)).toMatchObject({ isFinished: false, done: 1 });
    isBroken = false;
    expect(await statusOf(orders[0]!.number)).toBe("processing");
    expect(await statusOf(orders[1]!.number)).toBe("pending");
    testApp.setNow("2026-11-21T12:01:00Z");
    await testApp.runJobs();
    expect(await statusOf(orders[1]!.number)).toBe("processing");
  });
});

describe("shipParcels", () => {
  const form = (ids: string[], more: object = {}) => ({ ids, tracking: {}, codes: {}, pasted: "", ...more });

  test("uses pasted and typed tracking numbers; undo removes them", async () => {
    const orders = [await orderThatIs("processing"), await orderThatIs("processing")];
    const [first, second] = orders as [(typeof orders)[0], (typeof orders)[0]];
    const pasted = `${second.number}\tB-2`;
    const runId = await shipParcels(
      ctx,
      admin,
      form([first.id, second.id], { tracking: { [first.id]: "B-1" }, pasted }),
      "/admin/orders",
    );
    const tracked = async (number: string) => (await readOrder(number)).trackingNumber;
    expect([await tracked(first.number), await tracked(second.number)]).toEqual(["B-1", "B-2"]);
    await undoBulkRun(ctx, admin, shipOrders, runId);
    const after = await readOrder(second.number);
    expect(after).toMatchObject({ status: "processing", trackingNumber: null, shippedAt: null });
  });

  test("ships nothing for a duplicate tracking number, an order that is not selected, or too many lines", async () => {
    const order = await orderThatIs("processing");
    const other = await orderThatIs("processing");
    const ship = (ids: string[], pasted: string) => shipParcels(ctx, admin, form(ids, { pasted }), "/admin/orders");
    await expect(ship([order.id], `${other.number}\tB-9`)).rejects.toEqual(refused("adminOrders.ship.unknown", 400));
    await expect(ship([order.id], "B-1\nB-2")).rejects.toEqual(refused("adminOrders.ship.tooMany", 400));
    await expect(ship([order.id, other.id], "B-1\nB-1")).rejects.toEqual(refused("adminOrders.ship.twice", 400));
    expect(await ctx.db.$count(storeOrders, eq(storeOrders.trackingNumber, "B-1"))).toBeLessThanOrEqual(1);
    await updateTracking(ctx, admin, other.id, "B-5");
    await expect(ship([order.id], "B-5")).rejects.toMatchObject({
      code: "orders.trackingTaken",
      field: "pasted",
      params: { order: other.number },
    });
    expect(await statusOf(order.number)).toBe("processing");
  });
});
