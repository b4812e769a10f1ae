import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { matchesWords, matchesWordsLoosely } from "#app/platform/db/text-search.server.ts";
import { clampPage } from "#app/platform/http/list-query.ts";
import { toCents } from "#app/platform/i18n/money.rules.ts";
import { searchWords } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { firstPicture, listedColumns } from "../listed-products.server.ts";
import type { ListedProduct, Sort } from "../products.rules.ts";
import { productPictures, productReviews, products } from "../products.tables.server.ts";
import type { StoreQuery } from "./store-query.ts";

const pageSize = 24;
const isForSale = isNull(products.archivedAt);

const orders: Record<Sort, SQL[]> = {
  featured: [desc(products.isFeatured), desc(products.isBestseller), desc(products.id)],
  priceUp: [asc(products.payCents), asc(products.id)],
  priceDown: [desc(products.payCents), desc(products.id)],
  newest: [desc(products.id)],
  rated: [desc(products.rating), desc(products.ratingCount), desc(products.id)],
};

function buildFilters({ category, from, to, inStock, onSale }: StoreQuery): SQL | undefined {
  return and(
    isForSale,
    category ? eq(products.category, category) : undefined,
    from === null ? undefined : gte(products.payCents, toCents(from)),
    to === null ? undefined : lte(products.payCents, toCents(to)),
    inStock ? gt(products.stock, 0) : undefined,
    onSale ? isNotNull(products.salePriceCents) : undefined,
  );
}

/** Synonyms: products use one of the words, and buyers search for another. */
const synonyms = [
  ["collar", "collars", "necklace", "طوق", "أطواق", "قلادة", "قلائد"],
  ["leash", "lead", "مقود", "رسن"],
  ["tag", "tags", "بطاقة", "بطاقات", "ميدالية"],
].map((group) => group.flatMap(searchWords));

/** Condition that a column contains each word or one of its synonyms; undefined without words. */
function matchesMeaning(column: AnyColumn, words: readonly string[]): SQL | undefined {
  const spellings = (word: string) => synonyms.find((group) => group.includes(word)) ?? [word];
  return and(...words.map((word) => or(...spellings(word).map((one) => matchesWords(column, [one])))));
}

/** With the default sorting, matches in the name come before those in the description. */
function buildOrderBy(sort: Sort, words: readonly string[]): SQL[] {
  const inName = matchesMeaning(products.nameSearch, words);
  return sort === "featured" && inName ? [desc(sql`(${inName})`), ...orders.featured] : orders[sort];
}

async function countOf({ db }: AppContext, condition: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(products).where(condition);
  return row?.total ?? 0;
}

/** Maximum number of results of a fuzzy search. */
const maxGuesses = 200;

/**
 * Returns the ids found by a fuzzy search. Comparing spellings is slow, so it runs once and its result is counted and
 * sorted.
 */
async function findNear({ db }: AppContext, filters: SQL | undefined, words: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(filters, matchesWordsLoosely(products.nameSearch, words)))
    .limit(maxGuesses);
  return rows.map(({ id }) => id);
}

export interface StorePage {
  products: ListedProduct[];
  total: number;
  page: number;
  pageCount: number;
  /** Nothing matched exactly; these are similarly spelled results. */
  isGuess: boolean;
}

/**
 * Lists the products for sale that match, 24 a page. Each word or a synonym must occur in the names (of both
 * languages), SKU, brand or descriptions, regardless of Arabic spelling variants; without a match, names of similar
 * spelling are searched. A page beyond the last returns the last.
 */
export async function listStore(ctx: AppContext, query: StoreQuery): Promise<StorePage> {
  const words = searchWords(query.q);
  const filters = buildFilters(query);
  let condition = and(filters, matchesMeaning(products.search, words));
  let total = await countOf(ctx, condition);
  const isGuess = total === 0 && words.length > 0;
  if (isGuess) {
    const near = await findNear(ctx, filters, words);
    condition = inArray(products.id, near);
    total = near.length;
  }
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(query.page, pageCount);
  // Selects the page's ids first, so that only its rows are joined with their pictures.
  const ids = ctx.db
    .select({ id: products.id })
    .from(products)
    .where(condition)
    .orderBy(...buildOrderBy(query.sort, words))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as("ids");
  const rows =
    total === 0
      ? []
      : await ctx.db
          .select(listedColumns)
          .from(ids)
          .innerJoin(products, eq(products.id, ids.id))
          .leftJoin(productPictures, firstPicture)
          .orderBy(...buildOrderBy(query.sort, words));
  return { products: rows, total, page, pageCount, isGuess: isGuess && total > 0 };
}

/**
 * Returns a product with texts, prices, options and sorted pictures. Includes archived products; 404 for unknown ones.
 */
export async function getProduct(ctx: AppContext, productId: string) {
  const [row] = await ctx.db
    .select({
      ...listedColumns,
      descriptionEn: products.descriptionEn,
      descriptionAr: products.descriptionAr,
      widthMm: products.widthMm,
      archivedAt: products.archivedAt,
    })
    .from(products)
    .leftJoin(productPictures, firstPicture)
    .where(eq(products.id, productId));
  if (!row) throw notFound();
  const pictures = await ctx.db
    .select({
      id: productPictures.id,
      photoId: productPictures.photoId,
      altEn: productPictures.altEn,
      altAr: productPictures.altAr,
    })
    .from(productPictures)
    .where(eq(productPictures.productId, row.id))
    .orderBy(asc(productPictures.position));
  return { ...row, pictures };
}

/** Lists up to four other products for sale: of the same category first, then others; those in stock first. */
export async function listRelated(
  ctx: AppContext,
  product: Pick<ListedProduct, "id" | "category">,
): Promise<ListedProduct[]> {
  return ctx.db
    .select(listedColumns)
    .from(products)
    .leftJoin(productPictures, firstPicture)
    .where(and(isForSale, ne(products.id, product.id)))
    .orderBy(
      desc(sql`(${products.category} = ${product.category})`),
      desc(sql`(${products.stock} > 0)`),
      ...orders.featured,
    )
    .limit(4);
}

const reviewsPerPage = 10;

/** Lists reviews, newest first, ten a page; the author is a first name and an initial. Hidden reviews are left out. */
export async function listReviews(ctx: AppContext, productId: string, asked: number) {
  const shown = and(eq(productReviews.productId, productId), isNull(productReviews.hiddenAt));
  const counted = await ctx.db
    .select({ stars: productReviews.stars, total: count() })
    .from(productReviews)
    .where(shown)
    .groupBy(productReviews.stars);
  const histogram = [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    total: counted.find((row) => row.stars === stars)?.total ?? 0,
  }));
  const total = histogram.reduce((sum, row) => sum + row.total, 0);
  const page = clampPage(asked, { total }, reviewsPerPage);
  const reviews = await ctx.db
    .select({
      id: productReviews.id,
      stars: productReviews.stars,
      text: productReviews.text,
      createdAt: productReviews.createdAt,
      firstName: users.firstName,
      initial: sql<string | null>`left(${users.lastName}, 1)`,
    })
    .from(productReviews)
    .leftJoin(users, eq(users.id, productReviews.authorId))
    .where(shown)
    .orderBy(desc(productReviews.id))
    .limit(reviewsPerPage)
    .offset((page - 1) * reviewsPerPage);
  return { reviews, histogram, total, page, pageCount: Math.max(1, Math.ceil(total / reviewsPerPage)) };
}
