import { and, asc, eq, gte, inArray, isNull, notExists, sql } from "drizzle-orm";
import { href } from "react-router";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { buildJsonRows, toJsonRows } from "#app/platform/db/json-rows.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { queueStockAlerts } from "./back-in-stock/stock-alerts.server.ts";
import { hasRunLow, maxStock, nameIn, type RestockReason } from "./products.rules.ts";
import { products, stockMovements } from "./products.tables.server.ts";

export interface StockItem {
  productId: string;
  /** Whole pieces, at least 1. */
  quantity: number;
}

const stockColumns = {
  id: products.id,
  nameEn: products.nameEn,
  nameAr: products.nameAr,
  stock: products.stock,
  lowStockAt: products.lowStockAt,
  lowStockNotifiedAt: products.lowStockNotifiedAt,
  payCents: products.payCents,
};

type Movement = typeof stockMovements.$inferInsert;

/**
 * Returns the quantity per product; lines in different colours share one stock. Sorted by id, so that all callers lock
 * in the same order.
 */
function sumByProduct(items: readonly StockItem[]): [productId: string, quantity: number][] {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of items) {
    if (!isId(productId)) throw notFound();
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new RangeError("a stock quantity must be an integer of at least 1");
    const id = productId.toLowerCase();
    sums.set(id, (sums.get(id) ?? 0) + quantity);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
}

const insertMovements = createPreparedQuery((db) =>
  db
    .insert(stockMovements)
    .select(buildJsonRows(stockMovements, sql.placeholder("rows")))
    .onConflictDoNothing({ target: [stockMovements.reference, stockMovements.reason, stockMovements.productId] })
    .returning({ id: stockMovements.id }),
);

/** Inserts a stock movement; false when this reference already moved this product for this reason. */
async function recordMovements(tx: AppContext, movement: Omit<Movement, "id" | "createdAt">): Promise<boolean> {
  const row = { ...movement, id: createId(), createdAt: tx.clock.now() };
  const written = await insertMovements(tx.db).execute({ rows: toJsonRows(stockMovements, [row]) });
  return written.length > 0;
}

const movementOfOrder = and(
  eq(stockMovements.reference, sql.placeholder("reference")),
  eq(stockMovements.reason, "order"),
  eq(stockMovements.productId, sql.placeholder("productId")),
);

/** Deducts one product's pieces and inserts the movement, unless the order already moved this product. */
const deductProduct = createPreparedQuery((db) => {
  const quantity = sql`${sql.placeholder("quantity")}::integer`;
  const taken = db.$with("taken").as(
    db
      .update(products)
      .set({ stock: sql`${products.stock} - ${quantity}` })
      .where(
        and(
          eq(products.id, sql.placeholder("productId")),
          isNull(products.archivedAt),
          gte(products.stock, quantity),
          notExists(db.select({ id: stockMovements.id }).from(stockMovements).where(movementOfOrder)),
        ),
      )
      .returning(stockColumns),
  );
  const movement = buildJsonRows(stockMovements, sql.placeholder("movement"));
  const moved = db
    .$with("moved")
    .as(db.insert(stockMovements).select(sql`${movement} where exists (select from ${taken})`));
  return db.with(taken, moved).select().from(taken);
});

const findMovement = createPreparedQuery((db) =>
  db.select({ id: stockMovements.id }).from(stockMovements).where(movementOfOrder),
);

/**
 * Deducts an order's items from stock, all or nothing; `reference` is the order's id, and repeating it deducts nothing
 * more. Called inside the transaction that writes the order. Rejects with 409 for the first product that is out of
 * stock or no longer sold, named in the buyer's language, with `productId` and the remaining stock in `params`; with
 * 404 for an unknown product. Notifies administrators of low stock. Returns the price of one piece (minor units) and
 * the pieces left by product id, as read under the lock.
 */
export async function deductStock(
  tx: AppContext,
  reference: string,
  wanted: readonly StockItem[],
  language: Language = "en",
): Promise<Map<string, { payCents: number | null; stock: number }>> {
  const pieces = sumByProduct(wanted);
  const deduct = async (ctx: AppContext) => {
    const deductions: { product: StockedProduct & { payCents: number | null }; taken: number }[] = [];
    for (const [productId, quantity] of pieces) {
      const createdAt = ctx.clock.now();
      const row: Movement = { id: createId(), productId, change: -quantity, reason: "order", reference, createdAt };
      const movement = toJsonRows(stockMovements, [row]);
      const [product] = await deductProduct(ctx.db).execute({ productId, quantity, reference, movement });
      if (product) deductions.push({ product, taken: quantity });
      else if ((await findMovement(ctx.db).execute({ reference, productId })).length === 0)
        throw await createShortageError(ctx, productId, language);
    }
    await notifyLowStock(ctx, deductions);
    return new Map(deductions.map(({ product }) => [product.id, product]));
  };
  // A single product is deducted by one statement, which needs no savepoint to be undone.
  return pieces.length === 1 ? deduct(tx) : withTransaction(tx, deduct);
}

async function createShortageError({ db }: AppContext, productId: string, language: Language): Promise<AppError> {
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  if (!product) return notFound();
  const params = { productId, name: nameIn(language, product) };
  if (product.archivedAt) return new AppError("adminProducts.notSold", 409, { params });
  if (product.stock === 0) return new AppError("adminProducts.noneLeft", 409, { params });
  return new AppError("adminProducts.notEnough", 409, { params: { ...params, count: product.stock } });
}

/**
 * Returns pieces to stock, once per reference (order or return), reason and product. Returns the ids of the products
 * that were restored now; a repeat returns none. Archived products are restored too.
 */
export async function restoreStock(
  tx: AppContext,
  { reference, reason }: { reference: string; reason: RestockReason },
  items: readonly StockItem[],
): Promise<string[]> {
  const pieces = sumByProduct(items);
  return withTransaction(tx, async (ctx) => {
    const back: string[] = [];
    for (const [productId, quantity] of pieces) {
      const isNew = await recordMovements(ctx, { productId, change: quantity, reason, reference });
      if (!isNew) continue;
      await increaseStock(ctx, productId, quantity);
      back.push(productId);
    }
    return back;
  });
}

async function increaseStock(tx: AppContext, productId: string, change: number): Promise<void> {
  const [product] = await tx.db
    .update(products)
    .set({ stock: sql`${products.stock} + ${change}` })
    .where(eq(products.id, productId))
    .returning({ stock: products.stock });
  if (product?.stock === change) await queueStockAlerts(tx, productId);
}

/** Records the opening stock of a new product. */
export async function recordOpeningStock(
  tx: AppContext,
  admin: Actor,
  productId: string,
  stock: number,
): Promise<void> {
  if (stock === 0) return;
  await recordMovements(tx, { productId, change: stock, reason: "opening", byUserId: admin.id });
  await increaseStock(tx, productId, stock);
}

/**
 * Corrects the stock by `change` pieces (counted, broken, delivered), with a note as the reason, or null from the
 * product list. Rejects a result below 0 or above 100,000, a product changed since the page was opened (`version`), and
 * anyone but administrators.
 */
export async function updateStock(
  ctx: AppContext,
  admin: Actor,
  productId: string,
  { change, note }: { change: number; note: string | null },
  version: number,
): Promise<void> {
  requireAdmin(admin);
  if (!Number.isSafeInteger(change) || change === 0 || Math.abs(change) > maxStock)
    throw new AppError("adminProducts.changeRange", 400, { field: "change", params: { most: maxStock } });
  if (note === "") throw new AppError("form.required", 400, { field: "note" });
  await withTransaction(ctx, async (tx) => {
    const [product] = await tx.db
      .select({ sku: products.sku, stock: products.stock, lowStockAt: products.lowStockAt, version: products.version })
      .from(products)
      .where(eq(products.id, productId))
      .for("no key update");
    if (!product) throw notFound();
    if (product.version !== version) throw new AppError("adminProducts.changedMeanwhile", 409, { field: "version" });
    const after = product.stock + change;
    if (after < 0)
      throw new AppError("adminProducts.belowZero", 409, { field: "change", params: { count: product.stock } });
    if (after > maxStock)
      throw new AppError("adminProducts.changeRange", 400, { field: "change", params: { most: maxStock } });
    await recordMovements(tx, { productId, change, reason: "correction", note, byUserId: admin.id });
    const isRestocked = change > 0 && after > product.lowStockAt;
    const [corrected] = await tx.db
      .update(products)
      .set({
        ...(isRestocked && { lowStockNotifiedAt: null }),
        stock: after,
        version: version + 1,
        updatedAt: tx.clock.now(),
      })
      .where(eq(products.id, productId))
      .returning(stockColumns);
    if (product.stock === 0) await queueStockAlerts(tx, productId);
    if (corrected) await notifyLowStock(tx, [{ product: corrected, taken: -change }]);
    await recordChange(tx, admin, {
      action: "product.stock",
      subject: { kind: "product", id: productId, name: product.sku },
      before: { stock: product.stock },
      after: { stock: after, note },
    });
  });
}

type StockedProduct = Pick<
  typeof products.$inferSelect,
  "id" | "nameEn" | "nameAr" | "stock" | "lowStockAt" | "lowStockNotifiedAt"
>;

/** Path of the admin page for a product's stock. */
export const getStockPath = (productId: string) => href("/admin/products/:productId", { productId });

/**
 * Notifies every administrator, in their language, of products whose stock has just fallen to the low-stock threshold;
 * `taken` is the number of pieces removed. A product is reported once until an administrator restocks it above the
 * threshold; cancellations and returns make no difference. Runs in the caller's transaction, which holds the products'
 * row locks, so that only one of several concurrent buyers triggers it.
 */
async function notifyLowStock(
  tx: AppContext,
  moved: readonly { product: StockedProduct; taken: number }[],
): Promise<void> {
  const low = moved.filter(
    ({ product, taken }) =>
      !product.lowStockNotifiedAt && hasRunLow(product.stock + taken, product.stock, product.lowStockAt),
  );
  if (low.length === 0) return;
  const ids = low.map(({ product }) => product.id);
  await tx.db.update(products).set({ lowStockNotifiedAt: tx.clock.now() }).where(inArray(products.id, ids));
  const admins = await tx.db
    .select({ id: users.id, language: users.language })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)))
    .orderBy(asc(users.id));
  await sendNotifications(
    tx,
    low.flatMap(({ product }) =>
      admins.map(({ id, language }) => ({
        userId: id,
        kind: "stock" as const,
        params: { productName: nameIn(language, product), pieces: product.stock },
        link: getStockPath(product.id),
        topic: product.id,
      })),
    ),
  );
}
