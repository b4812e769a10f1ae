// Buyers would see a sold-out product as available, and administrators would not hear that supply runs low.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findProductsForSale } from "#app/features/catalog/listed-products.server.ts";
import { createReview, hideReview } from "#app/features/catalog/product/reviews.server.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  archiveProduct,
  createProduct,
  type ProductForm,
  restoreProduct,
  updateProduct,
} from "./manage-products.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);

const form: ProductForm = {
  sku: "GOLD-1",
  nameEn: "Gold tag",
  nameAr: "البطاقة الذهبية",
  descriptionEn: "",
  descriptionAr: "",
  category: "tags",
  priceCents: 2999,
};

describe("managing products", () => {
  test("only administrators create, update, archive and restore", async () => {
    const owner = await createTestUser(testApp.ctx);
    const id = await createTestProduct(testApp.ctx);
    const refused = { code: "accounts.adminRequired", status: 403 };
    await expect(createProduct(testApp.ctx, owner, form)).rejects.toMatchObject(refused);
    await expect(updateProduct(testApp.ctx, owner, id, form, 1)).rejects.toMatchObject(refused);
    await expect(archiveProduct(testApp.ctx, owner, id, 1)).rejects.toMatchObject(refused);
    await expect(restoreProduct(testApp.ctx, owner, id, 1)).rejects.toMatchObject(refused);
  });

  test("rejects a SKU in use, a sale price that is not below the price, and an invalid stock", async () => {
    await createProduct(testApp.ctx, admin, { ...form, sku: "TWICE" });
    const add = (values: object) => createProduct(testApp.ctx, admin, { ...form, ...values });
    await expect(add({ sku: "TWICE" })).rejects.toMatchObject({ code: "adminProducts.skuTaken", field: "sku" });
    for (const salePriceCents of [2999, 3000])
      await expect(add({ salePriceCents })).rejects.toMatchObject({ code: "adminProducts.saleNotLower" });
    for (const stock of [-1, 0.5, 1e6]) await expect(add({ stock })).rejects.toMatchObject({ field: "stock" });
  });

  test("rejects the second of two concurrent updates", async () => {
    const id = await createProduct(testApp.ctx, admin, { ...form, sku: "TWO-TABS" });
    const change = (nameEn: string) => updateProduct(testApp.ctx, admin, id, { ...form, sku: "TWO-TABS", nameEn }, 1);
    const results = await Promise.allSettled([change("One"), change("Two")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find((result) => result.status === "rejected")).toMatchObject({
      reason: { code: "adminProducts.changedMeanwhile", status: 409 },
    });
    await expect(updateProduct(testApp.ctx, admin, createId(), form, 1)).rejects.toMatchObject({ status: 404 });
  });
});

test("findProductsForSale returns only products currently for sale", async () => {
  const sale = await createTestProduct(testApp.ctx, { priceCents: 2999, salePriceCents: 2499, stock: 0 });
  const archived = await createTestProduct(testApp.ctx);
  await archiveProduct(testApp.ctx, admin, archived, 1);
  const found = await findProductsForSale(testApp.ctx, [sale.toUpperCase(), sale, archived, createId(), "x", ""]);
  expect([...found.keys()]).toEqual([sale]);
  expect(found.get(sale)).toMatchObject({ payCents: 2499, stock: 0, photoId: null, nameAr: "البطاقة الكلاسيكية" });
  expect(await findProductsForSale(testApp.ctx, [])).toEqual(new Map());
});

describe("reviews", () => {
  const rating = async (id: string) =>
    testApp.ctx.db
      .select({ sum: products.ratingSum, count: products.ratingCount, rating: products.rating })
      .from(products)
      .where(eq(products.id, id))
      .then(([row]) => row);

  test("accepts one review per order line and excludes hidden ones from the rating", async () => {
    const buyer = await createTestUser(testApp.ctx);
    const productId = await createTestProduct(testApp.ctx);
    const orderLineId = createId();
    const rate = (stars: number, line = createId(), text = "Good") =>
      createReview(testApp.ctx, buyer, { productId, orderLineId: line, stars, text });
    const twice = await Promise.allSettled([rate(5, orderLineId), rate(5, orderLineId)]);
    expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const bad = await rate(1);
    expect(await rating(productId)).toEqual({ sum: 6, count: 2, rating: 300 });
    await Promise.all([hideReview(testApp.ctx, admin, bad, true), hideReview(testApp.ctx, admin, bad, true)]);
    expect(await rating(productId)).toEqual({ sum: 5, count: 1, rating: 500 });
    await hideReview(testApp.ctx, admin, bad, false);
    expect(await rating(productId)).toEqual({ sum: 6, count: 2, rating: 300 });
    for (const stars of [0, 6, 4.5, Number.NaN]) await expect(rate(stars)).rejects.toMatchObject({ field: "stars" });
    await expect(rate(3, createId(), "x".repeat(2001))).rejects.toMatchObject({ code: "form.maxLength" });
    await expect(hideReview(testApp.ctx, buyer, bad, true)).rejects.toMatchObject({ status: 403 });
  });
});
