import { eq } from "drizzle-orm";
import { addToCart, readCart } from "#app/features/cart/cart.server.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { placeOrder } from "#app/features/checkout/place-order.server.ts";
import { markNotificationsRead } from "#app/features/notifications/notifications.server.ts";
import { getPreferences, updatePreferences } from "#app/features/notifications/preferences.server.ts";
import {
  listOrderLines,
  markCashCollected,
  updateOrderStatus,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import { createLineReview, getOwnOrder } from "#app/features/orders/orders.server.ts";
import { requestReturn } from "#app/features/orders/returns/returns.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { type AppContext, Clock } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { type DemoOrder, demoOrders } from "./demo-orders.ts";

export interface DemoBuyer {
  actor: Actor;
  petId: string;
}
type Buyers = Record<DemoOrder["buyer"], DemoBuyer>;

const addresses = {
  owner: {
    fullName: "Mona Nassar",
    phone: "+201001234567",
    state: "giza",
    city: "Dokki",
    address: "12 Tahrir Street, 3rd floor",
    landmark: "Opposite the pharmacy",
  },
  finder: {
    fullName: "كريم عادل",
    phone: "+201117654321",
    state: "alexandria",
    city: "سموحة",
    address: "٨ شارع فوزي معاذ، الدور الثاني",
    landmark: "بجوار النادي",
  },
};

/** Creates the demo accounts' orders in every status, dated in the last weeks, with reviews. */
export async function seedOrders(ctx: AppContext, buyers: Buyers, admin: Actor): Promise<void> {
  const preferences = [];
  for (const { actor } of Object.values(buyers)) preferences.push(await getPreferences(ctx, actor));
  // Prevents e-mails and unread notifications about events of past weeks.
  const silent = { email: false, push: false, phone: false, live: false };
  for (const [at, { actor }] of Object.values(buyers).entries())
    await updatePreferences(ctx, actor, { ...preferences[at]!.choices, order: silent });
  for (const demoOrder of demoOrders) await createDemoOrder(ctx, demoOrder, buyers[demoOrder.buyer], admin);
  for (const [at, { actor }] of Object.values(buyers).entries())
    await updatePreferences(ctx, actor, preferences[at]!.choices);
}

async function createDemoOrder(
  ctx: AppContext,
  demoOrder: DemoOrder,
  { actor, petId }: DemoBuyer,
  admin: Actor,
): Promise<void> {
  const started = ctx.clock.now().getTime();
  let at = started - demoOrder.daysAgo * dayMs;
  const then: AppContext = { ...ctx, clock: new Clock(() => new Date(at)) };
  const pets: Record<string, string> = {};
  for (const { sku, attributes = {}, isForPet } of demoOrder.lines) {
    const [product] = await ctx.db.select({ id: products.id }).from(products).where(eq(products.sku, sku));
    if (!product) throw new Error(`the demo store has no ${sku}`);
    await addToCart(then, actor, { productId: product.id, quantity: 1, attributes: { ...attributes } });
    const line = (await readCart(then, actor)).rows.at(-1);
    if (isForPet && line) pets[line.id] = petId;
  }
  const form = {
    key: createId(),
    ...addresses[demoOrder.buyer],
    country: "EG",
    zipCode: null,
    shipping: "standard",
    pets,
  } as const;
  const number = await placeOrder(then, actor, form);
  const { id } = await getOwnOrder(then, actor, number);
  for (const to of demoOrder.way) {
    at = Math.min(at + 0.9 * dayMs, started);
    const trackingNumber = `EGP${20_000 + demoOrder.daysAgo}`;
    await updateOrderStatus(then, admin, id, { to, ...(to === "shipped" && { trackingNumber }) });
  }
  if (demoOrder.isPaid) await markCashCollected(then, admin, id);
  at = Math.min(at + 2 * dayMs, started);
  for (const [place, line] of (await listOrderLines(then, id)).entries()) {
    const { review, isReturned } = demoOrder.lines[place]!;
    if (review) await createLineReview(then, actor, number, { lineId: line.id, ...review });
    if (isReturned) await requestReturn(then, actor, number, { lineId: line.id, quantity: 1, reason: "changedMind" });
  }
  await markNotificationsRead(then, actor, { link: `/dashboard/orders/${number}` });
}
