// The shop would sell at an old price or count pieces twice, because two administrators edited one list.
import { parseWithZod } from "@conform-to/zod/v4";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getBulkRun, startBulkRun, undoBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { products, stockMovements } from "#app/features/catalog/products.tables.server.ts";
import { deductStock } from "#app/features/catalog/stock.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { selectProducts } from "./admin-products.server.ts";
import { archiveProducts, editProducts, requireUnchanged, updatePrices } from "./manage-products.server.ts";
import { editedRowsForm, type ProductEdit } from "./products.forms.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

const t = ((code: string) => code) as never;
const shown = async (id: string) => {
  const [product] = await ctx.db.select().from(products).where(eq(products.id, id));
  const { version, priceCents, salePriceCents, stock } = product!;
  return { version, priceCents, salePriceCents, stock };
};
const save = (edits: Record<string, ProductEdit>) =>
  startBulkRun(ctx, admin, editProducts, {
    params: edits,
    listPath: "/admin/products",
    subjects: selectProducts(ctx, admin, { ids: Object.keys(edits), all: false }, {}),
  });
const result = (runId: string) => getBulkRun(ctx, admin, runId, t);

/** Parses the list's form from rows of `shown` and the three fields. */
function read(rows: Record<string, [shown: string, price: string, sale: string, stock: string]>) {
  const form = new FormData();
  for (const [id, [before, price, sale, stock]] of Object.entries(rows)) {
    form.set(`rows.${id}.shown`, before);
    form.set(`rows.${id}.priceCents`, price);
    form.set(`rows.${id}.salePriceCents`, sale);
    form.set(`rows.${id}.stock`, stock);
  }
  const parsed = parseWithZod(form, { schema: editedRowsForm });
  return parsed.status === "success" ? parsed.value.rows : Object.keys(parsed.error ?? {});
}

test("the list's form contains only changed rows and accepts Arabic digits", () => {
  const [same, dearer, counted] = [createId(), createId(), createId()];
  expect(
    read({
      [same]: ["1|1499||12", "14.99", "", "12"],
      [dearer]: ["3|1499||12", "١٥٫٥٠", "9", "12"],
      [counted]: ["2|1499|900|12", "14.99", "9.00", "٧"],
    }),
  ).toEqual({
    [dearer]: { version: 3, prices: { priceCents: 1550, salePriceCents: 900 }, stockChange: 0 },
    [counted]: { version: 2, prices: null, stockChange: -5 },
  });
  expect(read({ [same]: ["1|1499||12", "14.99", "14.99", "-1"] })).toEqual([
    `rows.${same}.stock`,
    `rows.${same}.salePriceCents`,
  ]);
  expect(read({ [same]: ["1|1499||12", "14.99", "14.99", "12"] })).toEqual([`rows.${same}.salePriceCents`]);
  expect(read({ [same]: ["1|1499||12", "free", "", "12"] })).toEqual([`rows.${same}.priceCents`]);
  expect(read({ [same]: ["drop table", "14.99", "", "12"] })).toEqual([`rows.${same}.shown`]);
});

test("prices and stock of several products are saved in one run and restored by undo", async () => {
  const one = await createTestProduct(ctx, { priceCents: 1000, stock: 10 });
  const other = await createTestProduct(ctx, { priceCents: 2000, stock: 0 });
  const run = await save({
    [one]: { version: 1, prices: { priceCents: 1200, salePriceCents: 1100 }, stockChange: 5 },
    [other]: { version: 1, prices: null, stockChange: 3 },
  });
  expect(await result(run)).toMatchObject({ done: 2, refused: 0, canUndo: true });
  expect(await shown(one)).toEqual({ version: 3, priceCents: 1200, salePriceCents: 1100, stock: 15 });
  expect(await shown(other)).toMatchObject({ version: 2, stock: 3 });
  const undo = await undoBulkRun(ctx, admin, editProducts, run);
  expect(await result(undo)).toMatchObject({ done: 2, refused: 0 });
  expect(await shown(one)).toMatchObject({ priceCents: 1000, salePriceCents: null, stock: 10 });
  expect(await shown(other)).toMatchObject({ stock: 0 });
  const ledger = await ctx.db.select().from(stockMovements).where(eq(stockMovements.productId, other));
  expect(ledger.map(({ change, note }) => [change, note]).sort()).toEqual([
    [-3, null],
    [3, null],
  ]);
});

test("pieces sold while the list was open are not restored, and stock cannot become negative", async () => {
  const id = await createTestProduct(ctx, { stock: 10 });
  await deductStock(ctx, createId(), [{ productId: id, quantity: 4 }]);
  // The list showed 10; the administrator entered 12.
  expect(await result(await save({ [id]: { version: 1, prices: null, stockChange: 2 } }))).toMatchObject({ done: 1 });
  expect(await shown(id)).toMatchObject({ stock: 8 });
  expect(await result(await save({ [id]: { version: 2, prices: null, stockChange: -9 } }))).toMatchObject({
    refused: 1,
    refusals: [{ reason: "adminProducts.belowZero" }],
  });
});

test("a product that another administrator changed meanwhile is rejected before and during the run, and by undo", async () => {
  const id = await createTestProduct(ctx, { priceCents: 1000, stock: 10 });
  const edits = { [id]: { version: 1, prices: { priceCents: 900 }, stockChange: 0 } };
  await requireUnchanged(ctx, admin, edits);
  await updatePrices(ctx, await createTestAdmin(ctx), id, { priceCents: 1500 }, 1);
  await expect(requireUnchanged(ctx, admin, edits)).rejects.toMatchObject({
    code: "adminProducts.changedInList",
    field: `rows.${id}.priceCents`,
  });
  expect(await result(await save(edits))).toMatchObject({
    refused: 1,
    refusals: [{ reason: "adminProducts.changedMeanwhile" }],
  });
  const run = await save({ [id]: { version: 2, prices: { priceCents: 900 }, stockChange: 0 } });
  await updatePrices(ctx, admin, id, { priceCents: 950 }, 3);
  const undo = await undoBulkRun(ctx, admin, editProducts, run);
  expect(await result(undo)).toMatchObject({ done: 0, refused: 1 });
  expect(await shown(id)).toMatchObject({ priceCents: 950 });
});

test("products are archived in bulk and restored by undo; already archived ones are reported", async () => {
  const one = await createTestProduct(ctx);
  const other = await createTestProduct(ctx);
  const start = (ids: string[], to: "archive" | "restore") =>
    startBulkRun(ctx, admin, archiveProducts, {
      params: { to },
      listPath: "/admin/products",
      subjects: selectProducts(ctx, admin, { ids, all: false }, {}),
    });
  await start([one], "archive");
  const run = await start([one, other], "archive");
  expect(await result(run)).toMatchObject({ done: 1, refusals: [{ reason: "adminProducts.archivedAlready" }] });
  const undo = await undoBulkRun(ctx, admin, archiveProducts, run);
  expect(await result(undo)).toMatchObject({ done: 1 });
  expect(await result(await start([other], "restore"))).toMatchObject({
    refusals: [{ reason: "adminProducts.soldAlready" }],
  });
});
