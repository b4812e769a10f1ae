// An unconfirmed order would hold stock for ever, or a stranger could confirm it with another link.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { countRefusals } from "#app/features/admin/orders/admin-orders.server.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, placeTestOrder, refused, stockOf } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getConfirmPath } from "../confirm-link.server.ts";
import { updateOrderStatus } from "../fulfilment/order-status.server.ts";
import { storeOrders } from "../orders.tables.server.ts";
import {
  cancelByKey,
  cancelUnconfirmed,
  confirmByKey,
  confirmForBuyer,
  confirmOwnOrder,
  listAttempts,
  recordUnansweredCall,
  remindBuyer,
  undoConfirmation,
} from "./confirm-order.server.ts";

const testApp = await createTestApp({ site: { orders: { confirmHours: 24 } } });
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

const nothing = { landmark: null, deliveryWindow: null };
const readOrder = async (id: string) => {
  const [order] = await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, id));
  return order!;
};
const keyOf = (orderId: string) => getConfirmPath(ctx, orderId).split("/").at(-1)!;

describe("unconfirmed order", () => {
  test("can be packed only after it was confirmed by the e-mailed link, with landmark and delivery window", async () => {
    const order = await placeTestOrder(ctx, await createTestUser(ctx), await createTestProduct(ctx));
    await testApp.runJobs();
    const link = /\/orders\/confirm\/([\w-]+)/.exec(testApp.emails.map(({ text }) => text).join("\n"))?.[1] ?? "";
    await expect(updateOrderStatus(ctx, admin, order.id, { to: "processing" })).rejects.toEqual(
      refused("orders.notConfirmed"),
    );
    await confirmByKey(ctx, link, { landmark: "صيدلية العزبي", deliveryWindow: "evening" });
    expect(await readOrder(order.id)).toMatchObject({ landmark: "صيدلية العزبي", deliveryWindow: "evening" });
    await confirmByKey(ctx, link, nothing);
    expect((await readOrder(order.id)).landmark).toBe("صيدلية العزبي");
    await updateOrderStatus(ctx, admin, order.id, { to: "processing" });
  });

  test("is cancelled after the configured time and its stock restored, unless it was confirmed", async () => {
    const product = await createTestProduct(ctx);
    const [late, kept] = [
      await placeTestOrder(ctx, await createTestUser(ctx), product),
      await placeTestOrder(ctx, await createTestUser(ctx), product),
    ];
    await confirmForBuyer(ctx, admin, kept.id, nothing);
    testApp.setNow("2026-11-22T11:59:00Z");
    expect(await cancelUnconfirmed(ctx)).toBe(0);
    testApp.setNow("2026-11-22T12:01:00Z");
    const [one, other] = await Promise.all([cancelUnconfirmed(ctx), cancelUnconfirmed(ctx)]);
    expect(one + other).toBe(1);
    expect(await readOrder(late.id)).toMatchObject({ status: "cancelled", cancelReason: "unconfirmed" });
    expect((await readOrder(kept.id)).status).toBe("pending");
    expect(await stockOf(ctx, product)).toBe(9);
    await expect(confirmByKey(ctx, keyOf(late.id), nothing)).rejects.toEqual(refused("orders.cannotConfirm"));
  });

  test("that cannot be cancelled does not prevent the others", async () => {
    testApp.setNow("2026-11-23T12:00:00Z");
    const [full, product] = [await createTestProduct(ctx), await createTestProduct(ctx)];
    const failing = await placeTestOrder(ctx, await createTestUser(ctx), full);
    const other = await placeTestOrder(ctx, await createTestUser(ctx), product);
    // Stock that cannot grow makes the cancellation fail.
    await ctx.db.update(products).set({ stock: 2_147_483_647 }).where(eq(products.id, full));
    testApp.setNow("2026-11-24T12:01:00Z");
    await cancelUnconfirmed(ctx);
    expect([(await readOrder(failing.id)).status, (await readOrder(other.id)).status]).toEqual([
      "pending",
      "cancelled",
    ]);
  });

  test("can be cancelled by its link, and not confirmed by anyone else", async () => {
    const buyer = await createTestUser(ctx);
    const order = await placeTestOrder(ctx, buyer, await createTestProduct(ctx));
    for (const key of ["", "x", keyOf("not an id"), `${keyOf(order.id).slice(0, -2)}AA`])
      await expect(confirmByKey(ctx, key, nothing)).rejects.toEqual(refused("common.notFound.title", 404));
    await expect(confirmOwnOrder(ctx, await createTestUser(ctx), order.id, nothing)).rejects.toEqual(
      refused("common.notFound.title", 404),
    );
    await cancelByKey(ctx, keyOf(order.id));
    expect(await readOrder(order.id)).toMatchObject({ status: "cancelled", cancelReason: "changedMind" });
  });
});

test("calls in vain are counted, and a buyer is reminded at most twice a day, with the link to confirm", async () => {
  testApp.setNow("2026-11-25T08:00:00Z");
  const order = await placeTestOrder(ctx, await createTestUser(ctx), await createTestProduct(ctx));
  await recordUnansweredCall(ctx, admin, order.id);
  await recordUnansweredCall(ctx, admin, order.id);
  await testApp.runJobs();
  const before = testApp.emails.length;
  await remindBuyer(ctx, admin, order.id);
  testApp.setNow("2026-11-25T19:00:00Z");
  await expect(remindBuyer(ctx, admin, order.id)).rejects.toEqual(refused("orders.remindedLately", 409));
  await testApp.runJobs();
  const sent = testApp.emails.slice(before).map(({ text }) => text);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("/orders/confirm/");
  expect((await listAttempts(ctx, admin, [order.id])).get(order.id)).toEqual({
    calls: 2,
    calledAt: new Date("2026-11-25T08:00:00Z"),
    remindedAt: new Date("2026-11-25T08:00:00Z"),
  });
  await confirmForBuyer(ctx, admin, order.id, nothing);
  await expect(remindBuyer(ctx, admin, order.id)).rejects.toEqual(refused("orders.cannotConfirm", 409));
  await undoConfirmation(ctx, admin, order.id);
  expect((await readOrder(order.id)).confirmedAt).toBeNull();
});

test("an order refused at the door counts against its buyer; one cancelled in time does not", async () => {
  const buyer = await createTestUser(ctx);
  const product = await createTestProduct(ctx);
  const refusedOne = await placeTestOrder(ctx, buyer, product);
  await confirmOwnOrder(ctx, buyer, refusedOne.id, nothing);
  for (const to of ["processing", "shipped"] as const) await updateOrderStatus(ctx, admin, refusedOne.id, { to });
  await updateOrderStatus(ctx, admin, refusedOne.id, { to: "cancelled", cancelReason: "refusedAtDoor" });
  await createOrderInStatus(ctx, { buyer, admin }, "cancelled", product);
  const next = await placeTestOrder(ctx, buyer, product);
  expect(await countRefusals(ctx, admin, await readOrder(next.id))).toEqual({ refused: 1, orders: 2 });
});
