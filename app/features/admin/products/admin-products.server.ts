import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { firstPicture, listedColumns } from "#app/features/catalog/listed-products.server.ts";
import { type Category, categories, type StockState, stockStates } from "#app/features/catalog/products.rules.ts";
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
import { notFound } from "#app/platform/app-error.server.ts";
import { waitingRows } from "#app/platform/db/counts.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { pageOf } from "#app/platform/http/list-pages.server.ts";
import { type ListSort, readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import { toMajorUnits } from "#app/platform/i18n/money.rules.ts";

const inState: Record<StockState, SQL | undefined> = {
  onSale: isNull(products.archivedAt),
  low: and(isNull(products.archivedAt), lte(products.stock, products.lowStockAt)),
  soldOut: and(isNull(products.archivedAt), eq(products.stock, 0)),
  archived: isNotNull(products.archivedAt),
};

const productColumns = ["added", "price", "sale", "stock", "name"] as const;
type ProductSort = ListSort<(typeof productColumns)[number]>;

export interface ProductSearch {
  search?: string | undefined;
  category?: Category | undefined;
  store?: string | undefined;
  state?: StockState | undefined;
  order?: ProductSort;
  page?: number;
}

/** Reads the filters from the list's URL; `stores` are the valid store names. */
export function readProductSearch(request: Request, stores: readonly string[]) {
  const { search, filters, page } = readListQuery(request, { category: categories, store: stores, state: stockStates });
  const isLow = filters.state === "low" || filters.state === "soldOut";
  return {
    search,
    ...filters,
    filters,
    page,
    order: readListSort(request, productColumns, isLow ? "stock" : "-added"),
  };
}

const pageSize = 50;

function buildProductFilter({ search, category, store, state }: ProductSearch): SQL | undefined {
  return and(
    matchesSearch(products.search, search ?? ""),
    category ? eq(products.category, category) : undefined,
    store ? eq(products.store, store) : undefined,
    state ? inState[state] : undefined,
  );
}

const sortColumns = {
  price: products.payCents,
  sale: products.salePriceCents,
  stock: products.stock,
};

/** Sorts names in the administrator's language. */
function sortBy({ language }: Actor, { by, isDescending }: ProductSort = { by: "added", isDescending: true }): SQL[] {
  const direction = isDescending ? desc : asc;
  if (by === "added") return [direction(products.id)];
  const named = language === "ar" ? products.nameAr : products.nameEn;
  return [direction(by === "name" ? named : sortColumns[by]), direction(products.id)];
}

/** Returns one page of matching products, including archived ones, 50 per page. Administrators only. */
export async function listAllProducts(ctx: AppContext, admin: Actor, search: ProductSearch) {
  requireAdmin(admin);
  const filter = buildProductFilter(search);
  const order = sortBy(admin, search.order);
  const asked = { total: await ctx.db.$count(products, filter), page: search.page, size: pageSize };
  const { rows, ...page } = await pageOf(selectSorted(ctx, filter, order), asked, (ids) =>
    ctx.db
      .select({
        ...listedColumns,
        lowStockAt: products.lowStockAt,
        archivedAt: products.archivedAt,
        version: products.version,
      })
      .from(products)
      .leftJoin(productPictures, firstPicture)
      .where(inArray(products.id, ids))
      .orderBy(...order),
  );
  return { products: rows, ...page };
}

function selectSorted({ db }: AppContext, filter: SQL | undefined, order: SQL[]) {
  return db
    .select({ id: products.id, name: products.sku })
    .from(products)
    .where(filter)
    .orderBy(...order)
    .$dynamic();
}

/** Returns the query for the products of a bulk action: the selected ones, or all that match `search`. */
export function selectProducts(ctx: AppContext, admin: Actor, { ids, all }: Selection, search: ProductSearch): SQL {
  requireAdmin(admin);
  const filter = all ? buildProductFilter(search) : inArray(products.id, ids);
  return selectSorted(ctx, filter, sortBy(admin, search.order)).getSQL();
}

const csvColumns: CsvColumns<typeof products.$inferSelect> = [
  ["sku", ({ sku }) => sku],
  ["name_en", ({ nameEn }) => nameEn],
  ["name_ar", ({ nameAr }) => nameAr],
  ["category", ({ category }) => category],
  ["store", ({ store }) => store],
  ["price", ({ priceCents }) => toMajorUnits(priceCents)],
  ["sale_price", ({ salePriceCents }) => (salePriceCents === null ? null : toMajorUnits(salePriceCents))],
  ["stock", ({ stock }) => stock],
  ["low_stock_at", ({ lowStockAt }) => lowStockAt],
  ["archived_at", ({ archivedAt }) => archivedAt?.toISOString() ?? null],
];

/** Yields the matching products as CSV, in order of creation. Administrators only. */
export async function* exportProducts({ db }: AppContext, admin: Actor, search: ProductSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = buildProductFilter(search);
  yield* formatCsvList(csvColumns, 500, (after) =>
    db
      .select()
      .from(products)
      .where(and(filter, after ? gt(products.id, after) : undefined))
      .orderBy(products.id)
      .limit(500),
  );
}

/** Counts products for sale whose stock is at or below their low-stock threshold. */
export function countLowStock({ db }: Pick<AppContext, "db">) {
  return db.$count(products, inState.low);
}

/** Selects the products that run low; it is not known since when. */
export const lowStock = waitingRows(products, sql`null::timestamptz`, inState.low);

/** Lists the names of all stores, for the filter. */
export async function listStores(ctx: AppContext, admin: Actor): Promise<string[]> {
  requireAdmin(admin);
  const rows = await ctx.db.selectDistinct({ store: products.store }).from(products).orderBy(asc(products.store));
  return rows.map((row) => row.store).slice(0, 100);
}

/** Returns a product with all columns and its pictures in order; 404 when it does not exist. Administrators only. */
export async function getProductForAdmin(ctx: AppContext, admin: Actor, productId: string) {
  requireAdmin(admin);
  const [product] = await ctx.db.select().from(products).where(eq(products.id, productId));
  if (!product) throw notFound();
  const pictures = await ctx.db
    .select()
    .from(productPictures)
    .where(eq(productPictures.productId, product.id))
    .orderBy(asc(productPictures.position));
  return { ...product, pictures };
}

const movementsPerPage = 20;

/**
 * Returns one page of a product's stock movements, the newest first, 20 per page: quantity, reason and who.
 * Administrators only.
 */
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

/** Returns the 50 newest reviews of a product, including hidden ones. Administrators only. */
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
