// A buyer who left would still be named in old orders, or the shop's stock and cash would change with them.
import { text } from "node:stream/consumers";
import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listOrders } from "#app/features/admin/orders/admin-orders.server.ts";
import { exportCashSheet } from "#app/features/admin/orders/cash-sheet.server.ts";
import { addToCart, readCart } from "#app/features/cart/cart.server.ts";
import { getProduct, listReviews } from "#app/features/catalog/store/store.server.ts";
import { placeOrder } from "#app/features/checkout/place-order.server.ts";
import {
  listOrderLines,
  markCashCollected,
  updateOrderStatus,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import { createLineReview, getOwnOrder } from "#app/features/orders/orders.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { requestReturn } from "#app/features/orders/returns/returns.server.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import {
  createTestAdmin,
  createTestPet,
  createTestProduct,
  createTestTag,
  password,
  signUpTestUser,
} from "#tests/make.ts";
import { orderForm, stockOf } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deleteAccount } from "./delete-account.server.ts";

const { ctx, runJobs } = await createTestApp();

/** Words that occur nowhere else. */
const uniqueWords = {
  name: "Canaria Quollworth",
  phone: "+201007776665",
  address: "77 Quollworth Street",
  city: "Quollville",
  landmark: "Beside the quolls",
  engraving: "QUOLLTAG",
  cancelled: "quolls changed their mind",
  returned: "quolls chewed it",
  review: "Quolls love it",
  tracking: "QUOLL-9988",
};

/** Returns the tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await ctx.db.execute(
      sql`select 1 from ${sql.identifier(name)} as t where position(${text} in to_jsonb(t)::text) > 0 limit 1`,
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

test("deleting a buyer's account erases all their text; stock, orders and cash remain unchanged", async () => {
  const buyer = await signUpTestUser(ctx, "quoll@example.com");
  const admin = await createTestAdmin(ctx);
  const petId = await createTestPet(ctx, buyer);
  const productId = await createTestProduct(ctx, { stock: 10, options: [{ name: "engraving", maxLength: 12 }] });
  const order = async (quantity: number) => {
    await addToCart(ctx, buyer, { productId, quantity, attributes: { engraving: uniqueWords.engraving } });
    const [inCart] = (await readCart(ctx, buyer)).rows;
    const { name: fullName, phone, address, city, landmark } = uniqueWords;
    const form = orderForm({ fullName, phone, address, city, landmark, pets: { [inCart!.id]: petId } });
    return getOwnOrder(ctx, buyer, await placeOrder(ctx, buyer, form));
  };
  const go = async (id: string, ...way: ("processing" | "shipped" | "delivered")[]) => {
    const [line] = await listOrderLines(ctx, id);
    const code = (await createTestTag(ctx)).code;
    const more = {
      trackingNumber: `${uniqueWords.tracking}-${code}`,
      codes: { [line!.id]: Array(line!.quantity).fill(code).join(" ") },
    };
    for (const to of way) await updateOrderStatus(ctx, admin, id, { to, ...(to === "shipped" && more) });
    return { lineId: line!.id, code };
  };
  const paid = await order(1);
  const { lineId, code } = await go(paid.id, "processing", "shipped", "delivered");
  await markCashCollected(ctx, admin, paid.id);
  await createLineReview(ctx, buyer, paid.number, { lineId, stars: 4, text: uniqueWords.review });
  await requestReturn(ctx, buyer, paid.number, { lineId, quantity: 1, reason: "damaged", note: uniqueWords.returned });
  const onItsWay = await order(1);
  await go(onItsWay.id, "processing", "shipped");
  const waiting = await order(3);
  const givenUp = await order(1);
  await updateOrderStatus(ctx, admin, givenUp.id, { to: "cancelled", note: uniqueWords.cancelled });
  await addToCart(ctx, buyer, { productId, quantity: 1, attributes: { engraving: uniqueWords.engraving } });
  for (const text of Object.values(uniqueWords))
    expect([text, (await tablesWith(text)).length > 0]).toEqual([text, true]);
  const readCashSheet = () => text(exportCashSheet(ctx, admin, null).csv);
  const cashBefore = await readCashSheet();

  await deleteAccount(ctx, buyer, { currentPassword: password, confirm: buyer.email });
  await runJobs();

  // The tag itself and the audit log entry of its creation belong to the store, not to the buyer.
  const allowed = ["tags", "audit_log"];
  for (const text of [buyer.id, buyer.email, petId, code, ...Object.values(uniqueWords)])
    expect([text, (await tablesWith(text)).filter((name) => !(text === code && allowed.includes(name)))]).toEqual([
      text,
      [],
    ]);
  expect(await findTag(ctx, code)).toMatchObject({ ownerId: null, petId: null });

  const kept = await ctx.db
    .select()
    .from(storeOrders)
    .where(inArray(storeOrders.id, [paid.id, onItsWay.id, waiting.id, givenUp.id]))
    .orderBy(storeOrders.id);
  expect(
    kept.map(({ number, status, payment, totalCents, collectedCents }) => ({
      number,
      status,
      payment,
      totalCents,
      collectedCents,
    })),
  ).toEqual([
    { number: paid.number, status: "delivered", payment: "collected", totalCents: 1999, collectedCents: 1999 },
    { number: onItsWay.number, status: "shipped", payment: "unpaid", totalCents: 1999, collectedCents: 0 },
    { number: waiting.number, status: "cancelled", payment: "unpaid", totalCents: 4997, collectedCents: 0 },
    { number: givenUp.number, status: "cancelled", payment: "unpaid", totalCents: 1999, collectedCents: 0 },
  ]);
  expect(await listOrderLines(ctx, paid.id)).toMatchObject([{ nameEn: "Classic tag", priceCents: 1499, quantity: 1 }]);
  // Ten, minus one delivered and one shipped; the pending one is back in stock.
  expect(await stockOf(ctx, productId)).toBe(8);
  expect(await readCashSheet()).toBe(cashBefore.replace(uniqueWords.name, ""));
  expect(await getProduct(ctx, productId)).toMatchObject({ ratingSum: 4, ratingCount: 1 });
  expect((await listReviews(ctx, productId, 1)).reviews).toMatchObject([{ text: "", firstName: null }]);
  expect((await listOrders(ctx, admin, { search: uniqueWords.name })).total).toBe(0);

  // The shipped order can still be completed in the books.
  await updateOrderStatus(ctx, admin, onItsWay.id, { to: "delivered" });
  await markCashCollected(ctx, admin, onItsWay.id);
  const [end] = await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, onItsWay.id));
  expect(end).toMatchObject({ status: "delivered", payment: "collected", userId: null });
});
