// An administrator would not find a product or learn why its stock changed, and others could look into the stock.
import { expect, test } from "vitest";
import { deductStock, updateStock } from "#app/features/catalog/stock.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  getProductForAdmin,
  listAllProducts,
  listAllReviews,
  listMovements,
  listStores,
  type ProductSearch,
} from "./admin-products.server.ts";
import { archiveProduct } from "./manage-products.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);

test("administrators find products by word, category, store and state; other users are rejected", async () => {
  await createTestProduct(testApp.ctx, { sku: "A", stock: 0, store: "Nile pets" });
  await createTestProduct(testApp.ctx, { sku: "B", stock: 3, category: "collars" });
  await archiveProduct(testApp.ctx, admin, await createTestProduct(testApp.ctx, { sku: "C" }), 1);
  await createTestProduct(testApp.ctx, { sku: "D", nameEn: "50%_off tag" });
  const found = async (search: ProductSearch) =>
    (await listAllProducts(testApp.ctx, admin, search)).products.map(({ sku }) => sku).join("");
  expect(await found({})).toBe("DCBA");
  expect(await found({ state: "low" })).toBe("BA");
  expect(await found({ state: "soldOut" })).toBe("A");
  expect(await found({ state: "archived" })).toBe("C");
  expect(await found({ category: "collars" })).toBe("B");
  expect(await found({ store: "Nile pets" })).toBe("A");
  expect(await found({ search: "%_" })).toBe("D");
  expect(await listStores(testApp.ctx, admin)).toEqual(["Aleef", "Nile pets"]);
  const owner = await createTestUser(testApp.ctx);
  for (const ask of [listAllProducts(testApp.ctx, owner, {}), listStores(testApp.ctx, owner)])
    await expect(ask).rejects.toMatchObject({ status: 403 });
});

test("listMovements returns quantity, reason and who, the newest first", async () => {
  const id = await createTestProduct(testApp.ctx, { stock: 5 });
  await deductStock(testApp.ctx, createId(), [{ productId: id, quantity: 2 }]);
  await updateStock(testApp.ctx, admin, id, { change: -1, note: "broken" }, 1);
  const { movements } = await listMovements(testApp.ctx, admin, id, 99);
  expect(movements.map(({ change, reason, note, by }) => [change, reason, note, by?.split(" ")[0]])).toEqual([
    [-1, "correction", "broken", "Amina"],
    [-2, "order", null, undefined],
    [5, "opening", null, "Amina"],
  ]);
  expect(await listAllReviews(testApp.ctx, admin, id)).toEqual([]);
  await expect(getProductForAdmin(testApp.ctx, admin, createId())).rejects.toMatchObject({ status: 404 });
});
