import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { anAdmin, aProduct, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import {
  getWholeProduct,
  listAllProducts,
  listAllReviews,
  listMovements,
  listStores,
  type ProductSearch,
} from "./admin-products.server.ts";
import { archiveProduct } from "./manage-products.server.ts";
import { correctStock, takeStock } from "./stock.server.ts";

let lab: TestWorld;
let admin: Actor;

beforeAll(async () => {
  lab = await testWorld();
  admin = await anAdmin(lab.world);
});
afterAll(() => lab.close());

test("administrators find products by word, category, store and state; others find none", async () => {
  await aProduct(lab.world, { sku: "A", stock: 0, store: "Nile pets" });
  await aProduct(lab.world, { sku: "B", stock: 3, category: "collars" });
  await archiveProduct(lab.world, admin, await aProduct(lab.world, { sku: "C" }), 1);
  await aProduct(lab.world, { sku: "D", nameEn: "50%_off tag" });
  const found = async (search: ProductSearch) =>
    (await listAllProducts(lab.world, admin, search)).products.map(({ sku }) => sku).join("");
  expect(await found({})).toBe("DCBA");
  expect(await found({ state: "low" })).toBe("BA");
  expect(await found({ state: "soldOut" })).toBe("A");
  expect(await found({ state: "archived" })).toBe("C");
  expect(await found({ category: "collars" })).toBe("B");
  expect(await found({ store: "Nile pets" })).toBe("A");
  expect(await found({ q: "%_" })).toBe("D");
  expect(await listStores(lab.world, admin)).toEqual(["Aleef", "Nile pets"]);
  const owner = await aUser(lab.world);
  for (const ask of [listAllProducts(lab.world, owner, {}), listStores(lab.world, owner)])
    await expect(ask).rejects.toMatchObject({ status: 403 });
});

test("the ledger says what came and went, why, and by whom, the newest first", async () => {
  const id = await aProduct(lab.world, { stock: 5 });
  await takeStock(lab.world, newId(), [{ productId: id, quantity: 2 }]);
  await correctStock(lab.world, admin, id, { change: -1, note: "broken" }, 1);
  const { movements } = await listMovements(lab.world, admin, id, 99);
  expect(movements.map(({ change, reason, note, by }) => [change, reason, note, by?.split(" ")[0]])).toEqual([
    [-1, "correction", "broken", "Amina"],
    [-2, "order", null, undefined],
    [5, "opening", null, "Amina"],
  ]);
  expect(await listAllReviews(lab.world, admin, id)).toEqual([]);
  await expect(getWholeProduct(lab.world, admin, newId())).rejects.toMatchObject({ status: 404 });
});
