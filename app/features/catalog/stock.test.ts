// Eleven people would buy the last ten pieces, and one would wait for a parcel that cannot come.
import { eq, sum } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { archiveProduct } from "#app/features/admin/products/manage-products.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { products, stockMovements } from "./products.tables.server.ts";
import { deductStock, restoreStock, type StockItem, updateStock } from "./stock.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);

async function getStock(productId: string) {
  const [row] = await testApp.ctx.db
    .select({ stock: products.stock, version: products.version })
    .from(products)
    .where(eq(products.id, productId));
  return row!;
}

async function ledger(productId: string): Promise<number> {
  const [row] = await testApp.ctx.db
    .select({ total: sum(stockMovements.change).mapWith(Number) })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId));
  return row?.total ?? 0;
}

describe("deductStock", () => {
  test("adds up lines of one product and reports how many are left", async () => {
    const productId = await createTestProduct(testApp.ctx, { stock: 5, nameAr: "طوق" });
    const two = [
      { productId, quantity: 3 },
      { productId, quantity: 3 },
    ];
    await expect(deductStock(testApp.ctx, createId(), two, "ar")).rejects.toMatchObject({
      code: "adminProducts.notEnough",
      status: 409,
      params: { name: "طوق", count: 5, productId },
    });
    expect((await getStock(productId)).stock).toBe(5);
    expect(await ledger(productId)).toBe(5);
  });

  test("sells the last ten pieces to exactly ten of forty concurrent buyers", async () => {
    const productId = await createTestProduct(testApp.ctx, { stock: 10 });
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => deductStock(testApp.ctx, createId(), [{ productId, quantity: 1 }])),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(10);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "adminProducts.noneLeft" });
    expect((await getStock(productId)).stock).toBe(0);
    expect(await ledger(productId)).toBe(0);
  });

  test("deducts once for the same order, even when called twenty times concurrently", async () => {
    const productId = await createTestProduct(testApp.ctx, { stock: 10 });
    const order = createId();
    const deduct = () => deductStock(testApp.ctx, order, [{ productId, quantity: 4 }]);
    const results = await Promise.allSettled(Array.from({ length: 20 }, deduct));
    for (const result of results)
      if (result.status === "rejected") expect(getViolatedConstraint(result.reason)).toBe("stock_movements_once");
    await deduct();
    expect([(await getStock(productId)).stock, await ledger(productId)]).toEqual([6, 6]);
  });

  test("deducts nothing when one product is short, even if the caller catches the error", async () => {
    const plenty = await createTestProduct(testApp.ctx, { stock: 9 });
    const scarce = await createTestProduct(testApp.ctx, { stock: 1 });
    await withTransaction(testApp.ctx, async (tx) => {
      const wanted = [plenty, scarce].map((productId) => ({ productId, quantity: 2 }));
      await expect(deductStock(tx, createId(), wanted)).rejects.toMatchObject({ code: "adminProducts.notEnough" });
    });
    expect([(await getStock(plenty)).stock, await ledger(plenty)]).toEqual([9, 9]);
    expect([(await getStock(scarce)).stock, await ledger(scarce)]).toEqual([1, 1]);
  });

  test("does not deadlock when buyers order the same products in opposite order", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => createTestProduct(testApp.ctx, { stock: 100 })));
    const lines = ids.map((productId) => ({ productId, quantity: 1 }));
    await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        deductStock(testApp.ctx, createId(), turn % 2 ? lines : [...lines].reverse()),
      ),
    );
    for (const id of ids) expect((await getStock(id)).stock).toBe(70);
  });

  test("rejects archived and unknown products and invalid quantities", async () => {
    const productId = await createTestProduct(testApp.ctx);
    await archiveProduct(testApp.ctx, admin, productId, 1);
    const take = (pieces: StockItem) => deductStock(testApp.ctx, createId(), [pieces]);
    await expect(take({ productId, quantity: 1 })).rejects.toMatchObject({ code: "adminProducts.notSold" });
    await expect(take({ productId: createId(), quantity: 1 })).rejects.toMatchObject({ status: 404 });
    await expect(take({ productId: "' or 1=1", quantity: 1 })).rejects.toMatchObject({ status: 404 });
    for (const quantity of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(take({ productId, quantity })).rejects.toThrow(RangeError);
  });
});

describe("restoreStock", () => {
  test("restores once per order, reason and product", async () => {
    const productId = await createTestProduct(testApp.ctx, { stock: 5 });
    const reference = createId();
    await deductStock(testApp.ctx, reference, [{ productId, quantity: 2 }]);
    const restore = () =>
      restoreStock(testApp.ctx, { reference, reason: "cancel" }, [
        { productId, quantity: 1 },
        { productId, quantity: 1 },
      ]);
    const restored = await Promise.all([restore(), restore(), restore()]);
    expect(restored.filter((ids) => ids.length === 1)).toHaveLength(1);
    expect(restored.filter((ids) => ids.length === 0)).toHaveLength(2);
    expect((await getStock(productId)).stock).toBe(5);
  });
});

describe("updateStock", () => {
  test("requires an administrator, a reason, a valid change and the current version", async () => {
    const productId = await createTestProduct(testApp.ctx, { stock: 5 });
    const owner = await createTestUser(testApp.ctx);
    const correct = (change: number, note = "counted", version = 1, actor = admin) =>
      updateStock(testApp.ctx, actor, productId, { change, note }, version);
    await expect(correct(1, "counted", 1, owner)).rejects.toMatchObject({ status: 403 });
    await expect(correct(-6)).rejects.toMatchObject({ code: "adminProducts.belowZero", params: { count: 5 } });
    for (const change of [0, 1.5, Number.NaN, 1e9, -1e9, 99_996])
      await expect(correct(change)).rejects.toMatchObject({ code: "adminProducts.changeRange" });
    await expect(correct(1, "")).rejects.toMatchObject({ field: "note" });
    await correct(-2, "two broken");
    await expect(correct(-2, "two broken")).rejects.toMatchObject({ code: "adminProducts.changedMeanwhile" });
    expect(await getStock(productId)).toEqual({ stock: 3, version: 2 });
    expect(await ledger(productId)).toBe(3);
  });
});

type Step =
  | { kind: "take"; order: number; quantities: [number, number] }
  | { kind: "back"; order: number; reason: "cancel" | "return"; quantities: [number, number] }
  | { kind: "correct"; product: 0 | 1; change: number };

const quantities = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
const order = fc.integer({ min: 0, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("take" as const), order, quantities }),
  fc.record({ kind: fc.constant("back" as const), order, reason: fc.constantFrom("cancel", "return"), quantities }),
  fc.record({
    kind: fc.constant("correct" as const),
    product: fc.constantFrom(0, 1),
    change: fc.integer({ min: -8, max: 8 }).filter((change) => change !== 0),
  }),
);

/** Simple model of the stock. */
class Model {
  stock: [number, number] = [7, 7];
  private done = new Set<string>();

  act(step: Step): boolean {
    if (step.kind === "correct") {
      if (this.stock[step.product] + step.change < 0) return false;
      this.stock[step.product] += step.change;
      return true;
    }
    const isTaking = step.kind === "take";
    const moves = step.quantities.flatMap((quantity, product) => {
      const mark = `${step.order} ${isTaking ? "order" : step.reason} ${product}`;
      return quantity > 0 && !this.done.has(mark) ? [{ product, quantity, mark }] : [];
    });
    if (isTaking && moves.some(({ product, quantity }) => this.stock[product as 0 | 1] < quantity)) return false;
    for (const { product, quantity, mark } of moves) {
      this.stock[product as 0 | 1] += isTaking ? -quantity : quantity;
      this.done.add(mark);
    }
    return true;
  }
}

async function perform(step: Step, ids: [string, string], orders: string[]): Promise<boolean> {
  const items = "quantities" in step ? pieces(step.quantities, ids) : [];
  const work = async () => {
    if (step.kind === "take") await deductStock(testApp.ctx, orders[step.order]!, items);
    else if (step.kind === "back")
      await restoreStock(testApp.ctx, { reference: orders[step.order]!, reason: step.reason }, items);
    else {
      const productId = ids[step.product];
      const { version } = await getStock(productId);
      await updateStock(testApp.ctx, admin, productId, { change: step.change, note: "counted" }, version);
    }
  };
  return work().then(
    () => true,
    (error: { status?: number }) => {
      // The constraint rejects the same order when it arrives twice at the same time.
      if (error.status !== 409 && getViolatedConstraint(error) !== "stock_movements_once") throw error;
      return false;
    },
  );
}

const pieces = (amounts: [number, number], ids: [string, string]): StockItem[] =>
  amounts.flatMap((quantity, at) => (quantity > 0 ? [{ productId: ids[at]!, quantity }] : []));

const fresh = async () => ({
  ids: (await Promise.all([
    createTestProduct(testApp.ctx, { stock: 7 }),
    createTestProduct(testApp.ctx, { stock: 7 }),
  ])) as [string, string],
  orders: Array.from({ length: 5 }, createId),
});

describe("random stock operations", () => {
  test("match the model when run in sequence, and the ledger adds up", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const { ids, orders } = await fresh();
        const model = new Model();
        for (const one of steps) expect(await perform(one, ids, orders)).toBe(model.act(one));
        expect(await Promise.all(ids.map(async (id) => (await getStock(id)).stock))).toEqual(model.stock);
        expect(await Promise.all(ids.map(ledger))).toEqual(model.stock);
      }),
      { numRuns: 40 },
    );
  });

  test("never go below zero when run concurrently, and the ledger adds up", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const { ids, orders } = await fresh();
        await Promise.all(steps.map((one) => perform(one, ids, orders)));
        for (const id of ids) {
          const { stock } = await getStock(id);
          expect(stock).toBeGreaterThanOrEqual(0);
          expect(await ledger(id)).toBe(stock);
        }
      }),
      { numRuns: 20 },
    );
  });
});
