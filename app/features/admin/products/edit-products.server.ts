import { eq } from "drizzle-orm";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { updateStock } from "#app/features/catalog/stock/stock.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { archiveProduct, type ProductPrices, restoreProduct, updatePrices } from "./manage-products.server.ts";
import type { ProductEdit } from "./products.forms.server.ts";

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
