// The shop's stock and cash would drift apart from its orders after some rare row of events.
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addToCart } from "#app/features/cart/cart.server.ts";
import { products, stockMovements } from "#app/features/catalog/products.tables.server.ts";
import { updateStock } from "#app/features/catalog/stock.server.ts";
import { placeOrder } from "#app/features/checkout/place-order.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { orderForm } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { canCollect, canMove, type OrderStatus, orderStatuses, type Payment } from "../orders.rules.ts";
import { getOwnOrder } from "../orders.server.ts";
import { storeOrders, storeReturns } from "../orders.tables.server.ts";
import { markReturnRefunded, receiveReturn, requestReturn, reviewReturn } from "../returns/returns.server.ts";
import { listOrderLines, markCashCollected, updateOrderStatus } from "./order-status.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

const price = 1499;

interface ModelOrder {
  id: string;
  number: string;
  quantity: number;
  total: number;
  status: OrderStatus;
  payment: Payment;
  returned: number;
  refunded: number;
}

interface Model {
  stock: number;
  orders: ModelOrder[];
}

interface Real {
  buyer: Actor;
  productId: string;
}

/** Returns whether a command succeeded; errors other than `AppError` are rethrown. */
async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

type Step = fc.AsyncCommand<Model, Real>;
const step = (name: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  run,
  toString: () => name,
});
const pick = (model: Model, at: number) => model.orders[at % Math.max(1, model.orders.length)];

const buy = (quantity: number) =>
  step(`buy ${quantity}`, async (model, { buyer, productId }) => {
    const fits = quantity <= model.stock;
    expect(await succeeds(addToCart(ctx, buyer, { productId, quantity, attributes: {} }))).toBe(fits);
    if (!fits) return;
    const number = await placeOrder(ctx, buyer, orderForm({ shipping: "express" }));
    const { id, totalCents } = await getOwnOrder(ctx, buyer, number);
    expect(totalCents).toBe(price * quantity + 1200);
    model.stock -= quantity;
    const fresh = { status: "pending", payment: "unpaid", returned: 0, refunded: 0 } as const;
    model.orders.push({ id, number, quantity, total: totalCents, ...fresh });
  });

const move = (at: number, to: OrderStatus, isDamaged: boolean) =>
  step(`move ${at} to ${to}${isDamaged ? ", damaged" : ""}`, async (model) => {
    const order = pick(model, at);
    if (!order) return;
    const hasPayment =
      to === "cancelled" ? order.payment === "unpaid" : to !== "refunded" || order.payment === "collected";
    const isAllowed = canMove(order.status, to) && hasPayment;
    expect(await succeeds(updateOrderStatus(ctx, admin, order.id, { to, isDamaged }))).toBe(isAllowed);
    if (!isAllowed) return;
    order.status = to;
    if (to !== "cancelled" && to !== "refunded") return;
    if (!isDamaged) model.stock += order.quantity - order.returned;
    if (to === "cancelled") return;
    order.returned = order.quantity;
    if (order.payment === "collected") {
      order.payment = "refunded";
      order.refunded = order.total;
    }
  });

const collect = (at: number) =>
  step(`collect ${at}`, async (model) => {
    const order = pick(model, at);
    if (!order) return;
    const isAllowed = canCollect({ ...order, totalCents: 1 });
    expect(await succeeds(markCashCollected(ctx, admin, order.id))).toBe(isAllowed);
    if (isAllowed) order.payment = "collected";
  });

const giveBack = (at: number, quantity: number, condition: "ok" | "damaged") =>
  step(`return ${quantity} of ${at}, ${condition}`, async (model, { buyer }) => {
    const order = pick(model, at);
    if (!order) return;
    const [line] = await listOrderLines(ctx, order.id);
    const isAllowed = order.status === "delivered" && quantity <= order.quantity - order.returned;
    const form = { lineId: line!.id, quantity, reason: "other" as const };
    expect(await succeeds(requestReturn(ctx, buyer, order.number, form))).toBe(isAllowed);
    if (!isAllowed) return;
    const rows = await ctx.db
      .select()
      .from(storeReturns)
      .where(eq(storeReturns.lineId, line!.id))
      .orderBy(storeReturns.id);
    const returnId = rows.at(-1)!.id;
    if (order.payment === "unpaid") {
      await reviewReturn(ctx, admin, { returnId, to: "declined", answer: "Worn" });
      return;
    }
    await reviewReturn(ctx, admin, { returnId, to: "approved" });
    await receiveReturn(ctx, admin, { returnId, condition });
    await markReturnRefunded(ctx, admin, returnId);
    if (condition === "ok") model.stock += quantity;
    order.returned += quantity;
    order.refunded += price * quantity;
    if (order.returned < order.quantity) return;
    order.status = "refunded";
    order.payment = "refunded";
  });

const correct = (change: number) =>
  step(`correct by ${change}`, async (model, { productId }) => {
    const [row] = await ctx.db.select().from(products).where(eq(products.id, productId));
    const isAllowed = model.stock + change >= 0;
    const corrected = updateStock(ctx, admin, productId, { change, note: "counted" }, row!.version);
    expect(await succeeds(corrected)).toBe(isAllowed);
    if (isAllowed) model.stock += change;
  });

const at = fc.nat(5);
const steps = fc.commands<Model, Real, false>(
  [
    fc.integer({ min: 1, max: 4 }).map(buy),
    fc.integer({ min: 1, max: 4 }).map(buy),
    fc.tuple(at, fc.constantFrom(...orderStatuses), fc.boolean()).map((args) => move(...args)),
    fc
      .tuple(at, fc.constantFrom("processing", "shipped", "delivered"), fc.constant(false))
      .map((args) => move(...args)),
    at.map(collect),
    fc.tuple(at, fc.integer({ min: 1, max: 4 }), fc.constantFrom("ok", "damaged")).map((args) => giveBack(...args)),
    fc.integer({ min: -3, max: 5 }).filter(Boolean).map(correct),
  ] as fc.Arbitrary<Step>[],
  { maxCommands: 24 },
);

test("product, ledger, orders and cash agree after random purchases, cancellations, returns, refunds and corrections", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const real: Real = {
        buyer: await createTestUser(ctx),
        productId: await createTestProduct(ctx, { priceCents: price, stock: 10 }),
      };
      const model: Model = { stock: 10, orders: [] };
      await fc.asyncModelRun(() => ({ model, real }), commands);
      const [product] = await ctx.db.select().from(products).where(eq(products.id, real.productId));
      const [ledger] = await ctx.db
        .select({ sum: sql<number>`sum(${stockMovements.change})`.mapWith(Number) })
        .from(stockMovements)
        .where(eq(stockMovements.productId, real.productId));
      expect(product?.stock).toBe(model.stock);
      expect(ledger?.sum).toBe(model.stock);
      const orders = await ctx.db.select().from(storeOrders).where(eq(storeOrders.userId, real.buyer.id));
      const seen = orders.map((order) => ({
        id: order.id,
        status: order.status,
        payment: order.payment,
        collected: order.collectedCents,
        refunded: order.refundedCents,
      }));
      const expected = model.orders.map(({ id, status, payment, total, refunded }) => ({
        id,
        status,
        payment,
        collected: payment === "unpaid" ? 0 : total,
        refunded,
      }));
      expect(new Set(seen)).toEqual(new Set(expected));
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
