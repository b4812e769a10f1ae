import { eq } from "drizzle-orm";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import type { AuditAction } from "#app/features/audit-log/audit-log.rules.ts";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { queueStockAlerts } from "#app/features/catalog/back-in-stock/stock-alerts.server.ts";
import { maxStock } from "#app/features/catalog/products.rules.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { recordOpeningStock, updateStock } from "#app/features/catalog/stock.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import type { ProductEdit } from "./products.forms.server.ts";

type Columns = typeof products.$inferInsert;

/** Product data that an administrator enters. Prices in minor units; the sale price is below the price, or null. */
export type ProductForm = Pick<
  Columns,
  "sku" | "nameEn" | "nameAr" | "descriptionEn" | "descriptionAr" | "category" | "priceCents"
> &
  Partial<
    Pick<
      Columns,
      "store" | "salePriceCents" | "lowStockAt" | "widthMm" | "isFeatured" | "isNew" | "isBestseller" | "options"
    >
  >;

interface ProductPrices {
  priceCents: number;
  salePriceCents?: number | null | undefined;
}

/** Turns constraint violations into errors: a SKU in use, a sale price that is not below the price. */
async function withConstraintErrors<T>(
  { priceCents, salePriceCents }: ProductPrices,
  work: () => Promise<T>,
): Promise<T> {
  if (salePriceCents != null && salePriceCents >= priceCents)
    throw new AppError("adminProducts.saleNotLower", 400, { field: "salePriceCents" });
  try {
    return await work();
  } catch (error) {
    if (getViolatedConstraint(error) === "products_sku_unique")
      throw new AppError("adminProducts.skuTaken", 409, { field: "sku" });
    throw error;
  }
}

/**
 * Creates a product with `stock` pieces (the opening entry of its ledger) and returns its id. Administrators only.
 * Rejects a SKU in use, which also prevents a form submitted twice from creating two products, and a sale price that is
 * not below the price.
 */
export async function createProduct(
  ctx: AppContext,
  admin: Actor,
  { stock = 0, ...form }: ProductForm & { stock?: number | undefined },
): Promise<string> {
  requireAdmin(admin);
  if (!Number.isSafeInteger(stock) || stock < 0 || stock > maxStock)
    throw new AppError("adminProducts.stockRange", 400, { field: "stock", params: { most: maxStock } });
  const id = createId();
  const now = ctx.clock.now();
  await withConstraintErrors(form, () =>
    withTransaction(ctx, async (tx) => {
      await tx.db.insert(products).values({ ...form, id, createdAt: now, updatedAt: now });
      await recordOpeningStock(tx, admin, id, stock);
      await recordChange(tx, admin, {
        action: "product.add",
        subject: { kind: "product", id, name: form.sku },
        after: { ...form, stock },
      });
    }),
  );
  return id;
}

/**
 * Updates a product's texts, prices, flags and options; stock is changed by `updateStock`. Rejects when another
 * administrator changed it since the form was opened (`version`), a SKU in use, and a sale price that is not below the
 * price.
 */
export async function updateProduct(
  ctx: AppContext,
  admin: Actor,
  productId: string,
  form: ProductForm,
  version: number,
): Promise<void> {
  requireAdmin(admin);
  await withConstraintErrors(form, () => change(ctx, admin, "product.change", productId, version, form));
}

/** Updates only a product's prices; rejects as `updateProduct` does. */
export async function updatePrices(
  ctx: AppContext,
  admin: Actor,
  productId: string,
  { priceCents, salePriceCents = null }: ProductPrices,
  version: number,
): Promise<void> {
  requireAdmin(admin);
  const prices = { priceCents, salePriceCents };
  await withConstraintErrors(prices, () => change(ctx, admin, "product.change", productId, version, prices));
}

/** Removes a product from the store; its page then says so, and past orders keep referring to it. */
export async function archiveProduct(ctx: AppContext, admin: Actor, productId: string, version: number) {
  requireAdmin(admin);
  await change(ctx, admin, "product.archive", productId, version, { archivedAt: ctx.clock.now() });
}

/** Restores an archived product to the store. */
export async function restoreProduct(ctx: AppContext, admin: Actor, productId: string, version: number) {
  requireAdmin(admin);
  await change(ctx, admin, "product.restore", productId, version, { archivedAt: null });
}

async function change(
  ctx: AppContext,
  admin: Actor,
  action: AuditAction,
  productId: string,
  version: number,
  values: Partial<Columns>,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(products).where(eq(products.id, productId)).for("no key update");
    if (!before) throw notFound();
    if (before.version !== version) throw new AppError("adminProducts.changedMeanwhile", 409, { field: "version" });
    const [after] = await tx.db
      .update(products)
      .set({ ...values, version: version + 1, updatedAt: tx.clock.now() })
      .where(eq(products.id, productId))
      .returning();
    // It may have been restocked while it was archived.
    if (action === "product.restore" && before.stock > 0) await queueStockAlerts(tx, productId);
    await recordChange(tx, admin, {
      action,
      subject: { kind: "product", id: productId, name: before.sku },
      before,
      after,
    });
  });
}

async function getPrices({ db }: AppContext, productId: string) {
  const [product] = await db
    .select({
      version: products.version,
      priceCents: products.priceCents,
      salePriceCents: products.salePriceCents,
      archivedAt: products.archivedAt,
    })
    .from(products)
    .where(eq(products.id, productId));
  if (!product) throw notFound();
  return product;
}

/** State before an edit in the list, and the version after it: undo rejects products changed since. */
interface EditBefore {
  version: number;
  prices: ProductPrices | null;
  /** Pieces added, or removed if negative. */
  stockChange: number;
}

async function applyEdit(tx: AppContext, admin: Actor, productId: string, productEdit: ProductEdit): Promise<void> {
  let { version } = productEdit;
  if (productEdit.prices) {
    await updatePrices(tx, admin, productId, productEdit.prices, version);
    version += 1;
  }
  if (productEdit.stockChange !== 0)
    await updateStock(tx, admin, productId, { change: productEdit.stockChange, note: null }, version);
}

/**
 * Saves prices and stock edited in the list. Stock is changed by the difference to the value shown, so that pieces sold
 * meanwhile are not restored.
 */
export const editProducts: BulkAction<Record<string, ProductEdit>> = {
  kind: "products.edit",
  async apply(tx, admin, productId, edits): Promise<EditBefore> {
    const productEdit = edits[productId];
    if (!productEdit) throw notFound();
    const { priceCents, salePriceCents } = await getPrices(tx, productId);
    await applyEdit(tx, admin, productId, productEdit);
    const { version } = await getPrices(tx, productId);
    const prices = productEdit.prices && { priceCents, salePriceCents };
    return { version, prices, stockChange: productEdit.stockChange };
  },
  async undo(tx, admin, productId, before) {
    const { version, prices, stockChange } = before as EditBefore;
    await applyEdit(tx, admin, productId, { version, prices, stockChange: -stockChange });
  },
};

/** Archives or restores products; rejects those already in that state. */
export const archiveProducts: BulkAction<{ to: "archive" | "restore" }> = {
  kind: "products.archive",
  async apply(tx, admin, productId, { to }) {
    const { version, archivedAt } = await getPrices(tx, productId);
    if ((archivedAt !== null) === (to === "archive"))
      throw new AppError(to === "archive" ? "adminProducts.archivedAlready" : "adminProducts.soldAlready", 409);
    await (to === "archive" ? archiveProduct : restoreProduct)(tx, admin, productId, version);
    return { to, version: version + 1 };
  },
  async undo(tx, admin, productId, before) {
    const { to, version } = before as { to: "archive" | "restore"; version: number };
    await (to === "archive" ? restoreProduct : archiveProduct)(tx, admin, productId, version);
  },
};

export const productBulkActions = [editProducts, archiveProducts] as const;

/**
 * Rejects the edits when a product was changed since the list was loaded, at the field of the first such row, so that
 * typed values remain beside the current ones.
 */
export async function requireUnchanged(
  ctx: AppContext,
  admin: Actor,
  edits: Record<string, ProductEdit>,
): Promise<void> {
  requireAdmin(admin);
  for (const [productId, { version }] of Object.entries(edits)) {
    const now = await getPrices(ctx, productId);
    if (now.version !== version)
      throw new AppError("adminProducts.changedInList", 409, { field: `rows.${productId}.priceCents` });
  }
}
