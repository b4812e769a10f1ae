import { and, asc, count, desc, eq, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { firstPicture, listedColumns } from "#app/features/catalog/listed-products.server.ts";
import type { Category, StockState } from "#app/features/catalog/products.rules.ts";
import {
  productPictures,
  productReviews,
  products,
  stockMovements,
} from "#app/features/catalog/products.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";

const inState: Record<StockState, SQL | undefined> = {
  onSale: isNull(products.archivedAt),
  low: and(isNull(products.archivedAt), lte(products.stock, products.lowStockAt)),
  soldOut: and(isNull(products.archivedAt), eq(products.stock, 0)),
  archived: isNotNull(products.archivedAt),
};

export interface ProductSearch {
  q?: string;
  category?: Category | undefined;
  store?: string | undefined;
  state?: StockState | undefined;
  page?: number;
}

const perPage = 50;

/** All products, archived ones too, newest first, 50 a page. Only for administrators. */
export async function listAllProducts(ctx: AppContext, admin: Actor, search: ProductSearch) {
  requireAdmin(admin);
  const wanted = and(
    matchesWords(products.search, searchWords(search.q ?? "")),
    search.category ? eq(products.category, search.category) : undefined,
    search.store ? eq(products.store, search.store) : undefined,
    search.state ? inState[search.state] : undefined,
  );
  const [counted] = await ctx.db.select({ total: count() }).from(products).where(wanted);
  const total = counted?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(search.page ?? 1, pageCount);
  const rows = await ctx.db
    .select({ ...listedColumns, lowStockAt: products.lowStockAt, archivedAt: products.archivedAt })
    .from(products)
    .leftJoin(productPictures, firstPicture)
    .where(wanted)
    .orderBy(desc(products.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  return { products: rows, total, page, pageCount };
}

/** How many products for sale are at or below what counts as low. */
export function countLowStock({ db }: Pick<AppContext, "db">) {
  return db.$count(products, inState.low);
}

/** The names of all stores, to filter by. */
export async function listStores(ctx: AppContext, admin: Actor): Promise<string[]> {
  requireAdmin(admin);
  const rows = await ctx.db.selectDistinct({ store: products.store }).from(products).orderBy(asc(products.store));
  return rows.map((row) => row.store).slice(0, 100);
}

/** Everything about one product with its pictures in order; 404 when there is none. Only for administrators. */
export async function getWholeProduct(ctx: AppContext, admin: Actor, productId: string) {
  requireAdmin(admin);
  const [product] = isId(productId) ? await ctx.db.select().from(products).where(eq(products.id, productId)) : [];
  if (!product) throw notFound();
  const pictures = await ctx.db
    .select()
    .from(productPictures)
    .where(eq(productPictures.productId, product.id))
    .orderBy(asc(productPictures.position));
  return { ...product, pictures };
}

const movementsPerPage = 20;

/** A product's ledger, newest first, 20 a page: what came and went, why, and by whom. Only for administrators. */
export async function listMovements(ctx: AppContext, admin: Actor, productId: string, page: number) {
  requireAdmin(admin);
  const ofProduct = eq(stockMovements.productId, productId);
  const [counted] = await ctx.db.select({ total: count() }).from(stockMovements).where(ofProduct);
  const pageCount = Math.max(1, Math.ceil((counted?.total ?? 0) / movementsPerPage));
  const at = Math.min(page, pageCount);
  const movements = await ctx.db
    .select({
      id: stockMovements.id,
      change: stockMovements.change,
      reason: stockMovements.reason,
      note: stockMovements.note,
      by: users.name,
      createdAt: stockMovements.createdAt,
    })
    .from(stockMovements)
    .leftJoin(users, eq(users.id, stockMovements.byUserId))
    .where(ofProduct)
    .orderBy(desc(stockMovements.id))
    .limit(movementsPerPage)
    .offset((at - 1) * movementsPerPage);
  return { movements, page: at, pageCount };
}

/** The fifty newest reviews of a product, hidden ones too. Only for administrators. */
export async function listAllReviews(ctx: AppContext, admin: Actor, productId: string) {
  requireAdmin(admin);
  return ctx.db
    .select({
      id: productReviews.id,
      stars: productReviews.stars,
      text: productReviews.text,
      hiddenAt: productReviews.hiddenAt,
      author: users.name,
      createdAt: productReviews.createdAt,
    })
    .from(productReviews)
    .leftJoin(users, eq(users.id, productReviews.authorId))
    .where(eq(productReviews.productId, productId))
    .orderBy(desc(productReviews.id))
    .limit(50);
}
