import { and, asc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { findPictureOf } from "./product-colors.ts";
import { type Attributes, type ListedProduct, priceOf } from "./products.rules.ts";
import { productPictures, products } from "./products.tables.server.ts";

/** Columns that lists, the cart and the checkout show of a product, with the first picture. */
export const listedColumns = {
  id: products.id,
  sku: products.sku,
  nameEn: products.nameEn,
  nameAr: products.nameAr,
  category: products.category,
  store: products.store,
  priceCents: products.priceCents,
  salePriceCents: products.salePriceCents,
  stock: products.stock,
  isFeatured: products.isFeatured,
  isNew: products.isNew,
  isBestseller: products.isBestseller,
  options: products.options,
  ratingSum: products.ratingSum,
  ratingCount: products.ratingCount,
  photoId: productPictures.photoId,
  altEn: productPictures.altEn,
  altAr: productPictures.altAr,
};

export const firstPicture = and(eq(productPictures.productId, products.id), eq(productPictures.position, 0));

/** Lists tags in stock that cost at most `mostCents` (minor units), cheapest first; at most 50. */
export async function listTagsUpTo({ db }: AppContext, mostCents: number): Promise<ListedProduct[]> {
  return db
    .select(listedColumns)
    .from(products)
    .leftJoin(productPictures, firstPicture)
    .where(
      and(
        eq(products.category, "tags"),
        isNull(products.archivedAt),
        gt(products.stock, 0),
        lte(products.payCents, mostCents),
      ),
    )
    .orderBy(asc(products.payCents), asc(products.id))
    .limit(50);
}

const forSaleById = createPreparedQuery((db) =>
  db
    .select(listedColumns)
    .from(products)
    .leftJoin(productPictures, firstPicture)
    .where(and(eq(products.id, sql`any(${sql.placeholder("ids")})`), isNull(products.archivedAt))),
);

/**
 * Returns the products that are for sale (including sold-out ones, without archived and unknown ones), by id, with
 * `payCents`, the current price of one piece.
 */
export async function findProductsForSale(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, ListedProduct & { payCents: number }>> {
  const wanted = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
  const rows = wanted.length ? await forSaleById(ctx.db).execute({ ids: wanted }) : [];
  return new Map(rows.map((row) => [row.id, { ...row, payCents: priceOf(row) }]));
}

type Pictured = Pick<ListedProduct, "id" | "options" | "photoId">;

/** Returns a function that finds the photo of one of these products in the chosen colour, or else its first. */
export async function findChosenPictures({ db }: Pick<AppContext, "db">, products: Iterable<Pictured>) {
  const ids = [...products].filter(({ options }) => options.some(({ name }) => name === "color")).map(({ id }) => id);
  const all = ids.length
    ? await db
        .select({
          productId: productPictures.productId,
          photoId: productPictures.photoId,
          altEn: productPictures.altEn,
        })
        .from(productPictures)
        .where(inArray(productPictures.productId, ids))
        .orderBy(asc(productPictures.position))
    : [];
  return ({ id, options, photoId }: Pictured, { color }: Attributes): string | null => {
    const pictures = all.filter(({ productId }) => productId === id);
    return (color && findPictureOf({ pictures, options }, color)?.photoId) ?? photoId;
  };
}
