// A buyer who presses twice would get two orders, or be charged for shipping that is free.
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listOrders } from "#app/features/admin/orders/admin-orders.server.ts";
import { archiveProduct } from "#app/features/admin/products/manage-products.server.ts";
import { readCart } from "#app/features/cart/cart.server.ts";
import { productPictures, products } from "#app/features/catalog/products.tables.server.ts";
import {
  cancelOwnOrder,
  listOrderLines,
  updateOrderStatus,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import { getOrderDetails, getOwnOrder, listOwnOrders } from "#app/features/orders/orders.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppError } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { createTestAdmin, createTestPet, createTestProduct, createTestUser, type TestUser } from "#tests/make.ts";
import { fillCart, orderForm, placeTestOrder, refused, stockOf } from "#tests/make-orders.ts";
import { withSiteSettings } from "#tests/site-settings.ts";
import { createTestApp } from "#tests/test-app.ts";
import { type OrderForm, placeOrder } from "./place-order.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const buyer = await createTestUser(ctx);
const admin = await createTestAdmin(ctx);

describe("placeOrder", () => {
  test("stores a snapshot of the products, deducts the stock, empties the cart and notifies the buyer", async () => {
    const who = await createTestUser(ctx, { language: "ar" });
    const id = await createTestProduct(ctx, {
      priceCents: 2600,
      stock: 5,
      options: [{ name: "color", values: ["gold"] }],
    });
    await fillCart(ctx, who, id, 2);
    testApp.emails.length = 0;
    const number = await placeOrder(ctx, who, orderForm({ shipping: "standard" }));
    const order = await getOwnOrder(ctx, who, number);
    expect(order).toMatchObject({
      status: "pending",
      payment: "unpaid",
      subtotalCents: 5200,
      shippingCents: 0,
      totalCents: 5200,
      arrivesFrom: "2026-11-24",
      arrivesTo: "2026-11-26",
      city: "الدقي 🌳",
    });
    await ctx.db.update(products).set({ nameEn: "Renamed", priceCents: 1 }).where(eq(products.id, id));
    expect(await listOrderLines(ctx, order.id)).toMatchObject([
      { nameEn: "Classic tag", priceCents: 2600, quantity: 2, attributes: { color: "gold" } },
    ]);
    expect(await stockOf(ctx, id)).toBe(3);
    expect((await readCart(ctx, who)).count).toBe(0);
    await testApp.runJobs();
    expect(testApp.emails).toHaveLength(1);
    expect(testApp.emails[0]?.subject).toContain(number);
    expect(testApp.emails[0]?.text).toContain("2 × البطاقة الكلاسيكية (ذهبي): \u2066$52.00\u2069");
    expect(testApp.emails[0]?.text).toContain(`\u2066${formatPhone(order.phone ?? "")}\u2069`);
    // An address may contain a word that is wider than a phone.
    expect(testApp.emails[0]?.html).toContain("overflow-wrap:anywhere");
  });

  test("shows each line's picture in its colour, or else the product's first, in cart and order", async () => {
    const who = await createTestUser(ctx);
    const id = await createTestProduct(ctx, { options: [{ name: "color", values: ["silver", "teal", "navy"] }] });
    const [silver, teal] = [createId(), createId()];
    await ctx.db.insert(productPictures).values([
      { id: createId(), productId: id, position: 0, photoId: silver, altEn: "A round tag" },
      { id: createId(), productId: id, position: 1, photoId: teal, altEn: "The tag in teal" },
    ]);
    for (const color of ["teal", "silver", "navy"]) await fillCart(ctx, who, id, 1, { color });
    const wanted = [teal, silver, silver];
    expect((await readCart(ctx, who)).rows.map(({ product }) => product.photoId)).toEqual(wanted);
    const order = await getOwnOrder(ctx, who, await placeOrder(ctx, who, orderForm()));
    expect((await getOrderDetails(ctx, order)).lines.map(({ photoId }) => photoId)).toEqual(wanted);
  });

  test("charges $5.00 for shipping at exactly $50.00, nothing above, and $12.00 for express", async () => {
    const who = await createTestUser(ctx);
    const id = await createTestProduct(ctx, { priceCents: 5000 });
    const costs = [];
    for (const [shipping, quantity] of [
      ["standard", 1],
      ["standard", 2],
      ["express", 2],
    ] as const) {
      await fillCart(ctx, who, id, quantity);
      const order = await getOwnOrder(ctx, who, await placeOrder(ctx, who, orderForm({ shipping })));
      costs.push([order.shippingCents, order.totalCents]);
    }
    expect(costs).toEqual([
      [500, 5500],
      [0, 10_000],
      [1200, 11_200],
    ]);
  });

  test("rejects an empty cart", async () => {
    const who = await createTestUser(ctx);
    await expect(placeOrder(ctx, who, orderForm())).rejects.toEqual(refused("checkout.emptyCart", 409));
  });

  test("rejects archived products, changed prices and someone else's pet, and leaves the stock unchanged", async () => {
    const who = await createTestUser(ctx);
    const id = await createTestProduct(ctx, { stock: 4 });
    await fillCart(ctx, who, id, 4);
    const [line] = (await readCart(ctx, who)).rows;
    const foreign = await createTestPet(ctx, buyer);
    const order = (more: Partial<OrderForm>) => placeOrder(ctx, who, orderForm(more));
    await expect(order({ pets: { [line!.id]: foreign } })).rejects.toMatchObject({
      code: "checkout.noSuchPet",
      status: 404,
      field: `pets.${line!.id}`,
    });
    await expect(order({ seenTotal: 1 })).rejects.toEqual(refused("checkout.totalChanged", 409));
    await ctx.db.execute(sql`update products set stock = 3 where id = ${id}`);
    await expect(order({})).rejects.toEqual(refused("adminProducts.notEnough", 409));
    await ctx.db.execute(sql`update products set stock = 4 where id = ${id}`);
    await archiveProduct(ctx, admin, id, 1);
    await expect(order({})).rejects.toEqual(refused("checkout.somethingGone", 409));
    expect(await stockOf(ctx, id)).toBe(4);
    expect((await listOwnOrders(ctx, who, {})).total).toBe(0);
  });

  test("never sells more than the stock to concurrent buyers", async () => {
    for (let round = 0; round < 3; round++) {
      const id = await createTestProduct(ctx, { stock: 5 });
      const people = await Promise.all(Array.from({ length: 12 }, () => createTestUser(ctx)));
      for (const user of people) await fillCart(ctx, user, id);
      const results = await Promise.allSettled(people.map((user) => placeOrder(ctx, user, orderForm())));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
      for (const result of results)
        if (result.status === "rejected") expect(result.reason).toEqual(refused("adminProducts.noneLeft", 409));
      expect(await stockOf(ctx, id)).toBe(0);
    }
  });

  test("cancels once when submitted several times concurrently: one event, and the stock is restored once", async () => {
    const who = await createTestUser(ctx);
    const id = await createTestProduct(ctx, { stock: 5 });
    const order = await placeTestOrder(ctx, who, id);
    expect(await stockOf(ctx, id)).toBe(4);
    // Opens the connections first; otherwise the first call would finish before the others begin.
    await Promise.all(Array.from({ length: 8 }, () => ctx.pool.query("select pg_sleep(0.1)")));
    const presses = await Promise.allSettled(Array.from({ length: 8 }, () => cancelOwnOrder(ctx, who, order.number)));
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const press of presses)
      if (press.status === "rejected") expect(press.reason).toEqual(refused("orders.tooLateToCancel", 409));
    const { events } = await getOrderDetails(ctx, order);
    expect(events.map(({ kind }) => kind)).toEqual(["placed", "cancelled"]);
    expect(await stockOf(ctx, id)).toBe(5);
  });

  test("an order is accessible only to its buyer", async () => {
    const order = await placeTestOrder(ctx, buyer, await createTestProduct(ctx));
    const other = await createTestUser(ctx);
    await expect(getOwnOrder(ctx, other, order.number)).rejects.toEqual(refused("common.notFound.title", 404));
    await expect(cancelOwnOrder(ctx, other, order.number)).rejects.toEqual(refused("common.notFound.title", 404));
    await expect(getOwnOrder(ctx, buyer, "AL-26-000000")).rejects.toEqual(refused("common.notFound.title", 404));
    await expect(listOrders(ctx, buyer, {})).rejects.toEqual(refused("accounts.adminRequired", 403));
    await expect(updateOrderStatus(ctx, buyer, order.id, { to: "processing" })).rejects.toEqual(
      refused("accounts.adminRequired", 403),
    );
  });
});

test("buyers without a confirmed number hold at most half of a product, which others can still buy", async () => {
  const productId = await createTestProduct(ctx, { stock: 240 });
  const order = async (quantity: number, phone: string, buyer?: TestUser) => {
    const who = buyer ?? (await createTestUser(ctx));
    await fillCart(ctx, who, productId, quantity);
    return placeOrder(ctx, who, orderForm({ phone }));
  };
  let placed = 0;
  for (let account = 0; account < 12; account++)
    await order(30, `+2010122233${String(account).padStart(2, "0")}`).then(
      () => (placed += 30),
      (error) => expect(error).toMatchObject({ code: "checkout.confirmNumber", field: "phone" }),
    );
  expect(placed).toBe(120);
  expect(await stockOf(ctx, productId)).toBe(120);
  const honest = await createTestUser(ctx);
  const phone = "+201099988877";
  await ctx.db.update(users).set({ phone, verifiedPhone: phone }).where(eq(users.id, honest.id));
  await order(30, phone, honest);
  expect(await stockOf(ctx, productId)).toBe(90);
});

test("buyers without a confirmed number may hold more than half of a product while plenty is left", async () => {
  const productId = await createTestProduct(ctx, { stock: 1075 });
  const order = async (quantity: number, phone: string) => {
    const who = await createTestUser(ctx);
    await fillCart(ctx, who, productId, quantity);
    return placeOrder(ctx, who, orderForm({ phone }));
  };
  for (let account = 10; account < 29; account++) await order(30, `+2010111333${account}`);
  await order(5, "+201011133300");
  await expect(order(1, "+201011133301")).rejects.toMatchObject({ code: "checkout.confirmNumber" });
  expect(await stockOf(ctx, productId)).toBe(500);
});

test("limits open unpaid orders to one phone number to twice an account's, unless the buyer has verified it", async () => {
  const limited = withSiteSettings(ctx, { orders: { openPieces: 5, openValue: 1000 } });
  const productId = await createTestProduct(ctx, { stock: 90 });
  const phone = "+201011112222";
  const order = async (quantity: number, buyer?: TestUser) => {
    const who = buyer ?? (await createTestUser(ctx));
    await fillCart(ctx, who, productId, quantity);
    return placeOrder(limited, who, orderForm({ phone }));
  };
  await order(4);
  await order(4);
  const refusal = await order(3).catch((error: AppError) => error);
  expect(refusal).toMatchObject({ code: "checkout.tooManyToPhone", status: 409, field: "phone" });
  expect((refusal as AppError).params, "not how many others ordered").toEqual({ count: 10 });
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => order(1)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const owner = await createTestUser(ctx);
  await ctx.db.update(users).set({ phone }).where(eq(users.id, owner.id));
  await ctx.db.update(users).set({ verifiedPhone: phone }).where(eq(users.id, owner.id));
  await order(5, owner);
  await expect(order(1, owner)).rejects.toMatchObject({ code: "checkout.tooManyOpen" });
  const dear = withSiteSettings(ctx, { orders: { openPieces: 500, openValue: 30 } });
  const another = await createTestUser(ctx);
  await fillCart(ctx, another, productId, 1);
  await expect(placeOrder(dear, another, orderForm({ phone }))).rejects.toMatchObject({
    code: "checkout.tooExpensiveToPhone",
    field: "phone",
  });
});

test("limits an account's open unpaid pieces and value to the configured maximum, also for concurrent orders", async () => {
  const limited = withSiteSettings(ctx, { orders: { openPieces: 5, openValue: 1000 } });
  const buyer = await createTestUser(ctx);
  const productId = await createTestProduct(ctx, { stock: 50 });
  const order = () => placeOrder(limited, buyer, orderForm());
  await fillCart(ctx, buyer, productId, 3);
  await order();
  await fillCart(ctx, buyer, productId, 3);
  await expect(order()).rejects.toMatchObject({
    code: "checkout.tooManyOpen",
    status: 409,
    params: { count: 5, left: 2 },
  });
  const dear = withSiteSettings(ctx, { orders: { openPieces: 50, openValue: 1 } });
  await expect(placeOrder(dear, buyer, orderForm())).rejects.toMatchObject({ code: "checkout.tooExpensiveOpen" });
  const hasty = await createTestUser(ctx);
  for (let round = 0; round < 8; round++) {
    await fillCart(ctx, hasty, productId, 1);
    await Promise.allSettled([1, 2, 3].map(() => placeOrder(limited, hasty, orderForm())));
  }
  const { rows } = await ctx.pool.query(
    "select coalesce(sum(quantity), 0)::int as pieces from store_order_lines l join store_orders o on o.id = l.order_id where o.user_id = $1",
    [hasty.id],
  );
  expect(rows[0].pieces).toBe(5);
});
