import { asc } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { readAlerts } from "#app/features/alerts/alerts.server.ts";
import { changePreferences, getPreferences } from "#app/features/alerts/preferences.server.ts";
import { addToCart, readCart } from "#app/features/orders/cart.server.ts";
import { collectCash, moveOrder, orderLines } from "#app/features/orders/order-status.server.ts";
import type { OrderStatus } from "#app/features/orders/orders.rules.ts";
import { getOwnOrder, rateLine } from "#app/features/orders/orders.server.ts";
import { placeOrder } from "#app/features/orders/place-order.server.ts";
import { requestReturn } from "#app/features/orders/returns.server.ts";
import { products } from "#app/features/products/products.tables.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import type { World } from "#app/platform/world.server.ts";

const day = 86_400_000;

interface Story {
  daysAgo: number;
  /** Which of the store's goods, by their place in it. */
  goods: number[];
  way: OrderStatus[];
  isPaid?: boolean;
}

const stories: Story[] = [
  { daysAgo: 24, goods: [0, 3], way: ["processing", "shipped", "delivered"], isPaid: true },
  { daysAgo: 9, goods: [1], way: ["processing", "shipped", "delivered"], isPaid: true },
  { daysAgo: 6, goods: [4], way: ["cancelled"] },
  { daysAgo: 2, goods: [2, 5], way: ["processing", "shipped"] },
  { daysAgo: 0, goods: [1], way: [] },
];

/** Orders of the demo owner at every stage, as if they had been made in the last weeks. */
export async function seedOrders(world: World, owner: Actor, admin: Actor): Promise<void> {
  const { choices } = await getPreferences(world, owner);
  // What happened weeks ago is no news: no letters about it, and nothing unread.
  const silent = { email: false, push: false, live: false };
  await changePreferences(world, owner, { ...choices, order: silent });
  const rows = await world.db.select().from(products).orderBy(asc(products.id));
  const started = world.clock.now().getTime();
  for (const { daysAgo, goods, way, isPaid } of stories) {
    let at = started - daysAgo * day;
    const then: World = { ...world, clock: { now: () => new Date(at) } };
    for (const place of goods) {
      const product = rows[place];
      if (!product || product.stock === 0) continue;
      const chosen = product.options.flatMap((option) =>
        option.name === "engraving" ? [] : [[option.name, option.values[0]]],
      );
      await addToCart(then, owner, { productId: product.id, quantity: 1, attributes: Object.fromEntries(chosen) });
    }
    if ((await readCart(then, owner)).rows.length === 0) continue;
    const number = await placeOrder(then, owner, {
      key: newId(),
      fullName: "Mona Nassar",
      phone: "+201001234567",
      country: "EG",
      state: "giza",
      city: "Dokki",
      address: "12 Tahrir Street, 3rd floor",
      landmark: "Opposite the pharmacy",
      zipCode: null,
      shipping: "standard",
    });
    const { id } = await getOwnOrder(then, owner, number);
    for (const to of way) {
      at = Math.min(at + 0.9 * day, started);
      await moveOrder(then, admin, id, { to, ...(to === "shipped" && { trackingNumber: `EGP${20_000 + daysAgo}` }) });
    }
    if (isPaid) await collectCash(then, admin, id);
    if (daysAgo === 24) await rateAndReturn(then, owner, number, id);
    await readAlerts(then, owner, { link: `/dashboard/orders/${number}` });
  }
  await changePreferences(world, owner, choices);
}

async function rateAndReturn(world: World, owner: Actor, number: string, orderId: string): Promise<void> {
  const [first, second] = await orderLines(world, orderId);
  if (first)
    await rateLine(world, owner, number, { lineId: first.id, stars: 5, text: "Rocky wears it day and night." });
  if (second) await requestReturn(world, owner, number, { lineId: second.id, quantity: 1, reason: "wrongSize" });
}
