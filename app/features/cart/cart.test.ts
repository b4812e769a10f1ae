// Buyers would pay a price that their own browser made up, or order more than there is.
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { archiveProduct } from "#app/features/admin/products/manage-products.server.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { fillCart, refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { readPostedLines } from "./cart.forms.server.ts";
import {
  addToCart,
  createPostedLinesCookie,
  deleteCartLine,
  mergeCart,
  readCart,
  readVisitorCart,
  updateCartLine,
} from "./cart.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const buyer = await createTestUser(ctx);
const admin = await createTestAdmin(ctx);

describe("account cart", () => {
  test("adds up identical choices, uses the server's prices and removes deleted lines", async () => {
    const who = await createTestUser(ctx);
    const id = await createTestProduct(ctx, { salePriceCents: 999, options: [{ name: "engraving", maxLength: 5 }] });
    await fillCart(ctx, who, id, 1, { engraving: "روكي-" });
    await fillCart(ctx, who, id, 2, { engraving: "روكي-", size: "" });
    await fillCart(ctx, who, id, 1);
    const cart = await readCart(ctx, who);
    expect(cart.rows.map(({ quantity }) => quantity)).toEqual([3, 1]);
    expect(cart).toMatchObject({ count: 4, subtotalCents: 4 * 999, isReady: true });
    await updateCartLine(ctx, who, { lineId: cart.rows[0]!.id, quantity: 0 });
    await updateCartLine(ctx, who, { lineId: cart.rows[0]!.id, quantity: -4 });
    expect((await readCart(ctx, who)).count).toBe(4);
    expect(await updateCartLine(ctx, who, { lineId: cart.rows[0]!.id, quantity: 1e9 })).toMatchObject({
      isCapped: true,
    });
    expect((await readCart(ctx, who)).count).toBe(10);
    await deleteCartLine(ctx, who, cart.rows[0]!.id);
    await deleteCartLine(ctx, buyer, cart.rows[1]!.id);
    expect((await readCart(ctx, who)).count).toBe(1);
  });

  test("takes up to 99 of one choice, and says that it is not the stock", async () => {
    const who = await createTestUser(ctx);
    const id = await createTestProduct(ctx, { stock: 138 });
    const add = (quantity: number) => addToCart(ctx, who, { productId: id, quantity, attributes: {} });
    await expect(add(100)).rejects.toEqual(refused("cart.mostPieces", 409));
    await add(60);
    await expect(add(40)).rejects.toEqual(refused("cart.mostPieces", 409));
    const [row] = (await readCart(ctx, who)).rows;
    expect(row?.quantity).toBe(60);
    const change = (quantity: number) => updateCartLine(ctx, who, { lineId: row!.id, quantity });
    expect(await change(120)).toEqual({ isCapped: true, stock: 138, most: 99 });
    expect(await change(99)).toMatchObject({ isCapped: false });
  });

  test.each([0, -1, 1.5, Number.NaN])("rejects a quantity of %s", async (quantity) => {
    const id = await createTestProduct(ctx);
    await expect(addToCart(ctx, buyer, { productId: id, quantity, attributes: {} })).rejects.toEqual(
      refused("cart.wholePieces", 400),
    );
  });

  test("rejects more than the stock, products that are not sold and engravings that are too long", async () => {
    const id = await createTestProduct(ctx, { stock: 3, options: [{ name: "engraving", maxLength: 4 }] });
    const add = (quantity: number, attributes = {}) => addToCart(ctx, buyer, { productId: id, quantity, attributes });
    await expect(add(4)).rejects.toEqual(refused("adminProducts.notEnough", 409));
    await expect(add(1, { engraving: "Rocky" })).rejects.toEqual(refused("store.product.engravingTooLong", 400));
    await archiveProduct(ctx, admin, id, 1);
    await expect(add(1)).rejects.toEqual(refused("adminProducts.notSold", 409));
    await expect(addToCart(ctx, buyer, { productId: createId(), quantity: 1, attributes: {} })).rejects.toEqual(
      refused("common.notFound.title", 404),
    );
  });

  test("points out what has changed since a line was added", async () => {
    const who = await createTestUser(ctx);
    const [gone, dear, scarce] = [
      await createTestProduct(ctx),
      await createTestProduct(ctx),
      await createTestProduct(ctx, { stock: 2 }),
    ];
    for (const id of [gone, dear, scarce]) await fillCart(ctx, who, id, 2);
    await archiveProduct(ctx, admin, gone, 1);
    await ctx.db.update(products).set({ salePriceCents: 1000 }).where(eq(products.id, dear));
    await ctx.db.execute(sql`update products set stock = 1 where id = ${scarce}`);
    const cart = await readCart(ctx, who);
    expect(cart.rows.map(({ problem }) => problem)).toEqual(["gone", "priceChanged", "notEnough"]);
    expect(cart).toMatchObject({ isReady: false, subtotalCents: 2000 });
    await ctx.db.execute(sql`update products set stock = 0 where id = ${scarce}`);
    expect((await readCart(ctx, who)).rows[2]?.problem).toBe("noneLeft");
  });

  test("merges a guest's cart once, even when submitted several times concurrently", async () => {
    const who = await createTestUser(ctx);
    const [plenty, scarce] = [await createTestProduct(ctx, { stock: 50 }), await createTestProduct(ctx, { stock: 3 })];
    await fillCart(ctx, who, plenty, 2);
    const key = createId();
    const lines = [
      { productId: plenty, quantity: 3, attributes: {} },
      { productId: scarce, quantity: 9, attributes: {}, seenCents: 1 },
      { productId: createId(), quantity: 1, attributes: {} },
      { productId: "'; drop table", quantity: 1, attributes: {} },
      { productId: plenty, quantity: -5, attributes: {} },
      { productId: plenty, quantity: 1, attributes: { color: "gold" } },
    ];
    const answers = await Promise.all(Array.from({ length: 6 }, () => mergeCart(ctx, who, { key, lines })));
    expect(answers.filter(({ leftBehind }) => leftBehind)).toHaveLength(1);
    const cart = await readCart(ctx, who);
    expect(cart.rows.map(({ product, quantity }) => [product.id, quantity])).toEqual([
      [plenty, 5],
      [scarce, 3],
    ]);
    expect(cart.rows[1]?.problem).toBe("priceChanged");
    await mergeCart(ctx, who, { key: createId(), lines: lines.slice(0, 1) });
    expect((await readCart(ctx, who)).rows[0]?.quantity).toBe(8);
  });

  test("quotes a visitor's cart at current prices and ignores invalid lines", async () => {
    const id = await createTestProduct(ctx);
    const quote = await readVisitorCart(ctx, [
      { id: "x", productId: id, quantity: 2, attributes: {}, seenCents: 1 },
      { id: "y", productId: "nonsense", quantity: 1, attributes: {} },
      { id: "z", productId: id, quantity: 0, attributes: {} },
    ]);
    expect(quote.rows).toMatchObject([{ id: "x", quantity: 2, problem: "priceChanged" }]);
    expect(quote.subtotalCents).toBe(2998);
  });
});

test("a visitor's choices posted before the scripts have run are all kept, the same one once", async () => {
  const [bowl, collar] = [await createTestProduct(ctx), await createTestProduct(ctx)];
  let cookie = "";
  async function post(productId: string, quantity: number) {
    const request = new Request("http://localhost/cart", { headers: { cookie } });
    const line = { productId, quantity, attributes: {} };
    cookie = (await createPostedLinesCookie(ctx, line, "en", request)).split(";")[0] ?? "";
    return readPostedLines(decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1)));
  }
  await post(bowl, 1);
  await post(collar, 2);
  const bowls = { productId: bowl, quantity: 3, attributes: {} };
  expect(await post(bowl, 3)).toEqual([{ productId: collar, quantity: 2, attributes: {} }, bowls]);
  cookie = `${cookie.split("=")[0]}=broken`;
  expect(await post(bowl, 3)).toEqual([bowls]);
});
