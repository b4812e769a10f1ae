import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { addToCart } from "#app/features/cart/cart.server.ts";
import { products, stockMovements } from "#app/features/catalog/products.tables.server.ts";
import { type OrderForm, placeOrder } from "#app/features/checkout/place-order.server.ts";
import {
  markCashCollected,
  type Order,
  updateOrderStatus,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import type { OrderStatus } from "#app/features/orders/orders.rules.ts";
import { getOwnOrder } from "#app/features/orders/orders.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";

let phones = 0;

/** Returns a checkout form with a new idempotency key and phone number; orders to one number are limited together. */
export const orderForm = (more: Partial<OrderForm> = {}): OrderForm => ({
  key: createId(),
  fullName: "Mona Nassar",
  phone: `+2010${String(10_000_000 + ++phones)}`,
  country: "EG",
  state: "giza",
  city: "الدقي 🌳",
  address: "١٢ شارع التحرير، الدور 3",
  landmark: null,
  zipCode: null,
  shipping: "standard",
  ...more,
});

export async function fillCart(ctx: AppContext, who: Actor, productId: string, quantity = 1, attributes = {}) {
  await addToCart(ctx, who, { productId, quantity, attributes });
}

export async function placeTestOrder(ctx: AppContext, who: Actor, productId: string, quantity = 1): Promise<Order> {
  await fillCart(ctx, who, productId, quantity);
  return getOwnOrder(ctx, who, await placeOrder(ctx, who, orderForm()));
}

export const wayTo: Record<OrderStatus, OrderStatus[]> = {
  pending: [],
  processing: ["processing"],
  shipped: ["processing", "shipped"],
  delivered: ["processing", "shipped", "delivered"],
  cancelled: ["cancelled"],
  refunded: ["processing", "shipped", "delivered", "refunded"],
};

/** Creates an order with the given quantity and status. */
export async function createOrderInStatus(
  ctx: AppContext,
  { buyer, admin }: { buyer: Actor; admin: Actor },
  status: OrderStatus,
  productId: string,
  quantity = 1,
): Promise<Order> {
  const { id, number } = await placeTestOrder(ctx, buyer, productId, quantity);
  for (const to of wayTo[status]) {
    if (to === "refunded") await markCashCollected(ctx, admin, id);
    await updateOrderStatus(ctx, admin, id, { to });
  }
  return getOwnOrder(ctx, buyer, number);
}

/** Returns the stock of a product and checks that the stock ledger agrees. */
export async function stockOf(ctx: AppContext, productId: string): Promise<number> {
  const [row] = await ctx.db.select({ stock: products.stock }).from(products).where(eq(products.id, productId));
  const [ledger] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${stockMovements.change}), 0)`.mapWith(Number) })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId));
  expect(ledger?.sum).toBe(row?.stock);
  return row!.stock;
}

/** Matches an AppError with this code and, if given, this status. */
export const refused = (code: string, status?: number) =>
  expect.objectContaining({ code, ...(status ? { status } : {}) }) as unknown as Error;
