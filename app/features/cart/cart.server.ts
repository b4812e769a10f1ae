import { and, eq, inArray, sql } from "drizzle-orm";
import { parse, serialize } from "hono/utils/cookie";
import { readAttributes } from "#app/features/catalog/attributes.ts";
import { getDeliveryEstimate } from "#app/features/catalog/delivery.server.ts";
import { findChosenPictures, findProductsForSale } from "#app/features/catalog/listed-products.server.ts";
import { type Attributes, nameIn, priceOf } from "#app/features/catalog/products.rules.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { lockAccount } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { buildJsonRows, toJsonRows } from "#app/platform/db/json-rows.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { readPostedLines } from "./cart.forms.server.ts";
import {
  attributesKey,
  type Capped,
  cappedTo,
  isSameChoice,
  maxLines,
  maxPerLine,
  mergeCarts,
  normalizeQuantity,
  type Wanted,
} from "./cart.rules.ts";
import { cartLines, cartMerges } from "./cart.tables.server.ts";
import { type CartProblem, type CartProduct, type CartRow, type CartView, viewOf } from "./cart-view.rules.ts";
import { postedLinesCookie } from "./posted-line.ts";

type Buyer = Pick<Actor, "id">;
export type ProductForSale =
  Awaited<ReturnType<typeof findProductsForSale>> extends Map<string, infer Product> ? Product : never;

/** A cart line as sent by a browser. Only the choice is trusted, never prices or names. */
export interface SentLine {
  productId: string;
  quantity: number;
  attributes: Record<string, unknown>;
  /** Id of the line in the browser's cart. */
  id?: string;
  seenCents?: number;
}

interface Line {
  id: string;
  productId: string;
  attributes: Attributes;
  quantity: number;
  seenCents: number;
}

function toCartProduct({ id, sku, nameEn, nameAr, category, stock, photoId, payCents }: ProductForSale): CartProduct {
  return { id, sku, nameEn, nameAr, category, stock, photoId, payCents };
}

/** Returns products that are no longer sold, so that the cart can still name them. */
async function findUnavailable({ db }: Pick<AppContext, "db">, ids: string[]): Promise<CartProduct[]> {
  const rows = ids.length ? await db.select().from(products).where(inArray(products.id, ids)) : [];
  return rows.map((row) => {
    const { id, sku, nameEn, nameAr, category } = row;
    return { id, sku, nameEn, nameAr, category, photoId: null, stock: 0, payCents: priceOf(row) };
  });
}

/** Joins lines with the current products and determines each line's problem. Unknown products are left out. */
async function buildRows(ctx: AppContext, lines: readonly Line[]): Promise<CartRow[]> {
  const ids = lines.map(({ productId }) => productId);
  const sold = await findProductsForSale(ctx, ids);
  const pictureOf = await findChosenPictures(ctx, sold.values());
  const missing = ids.filter((id) => !sold.has(id));
  const gone = new Map((await findUnavailable(ctx, missing)).map((product) => [product.id, product]));
  const left = new Map<string, number>();
  return lines.flatMap(({ id, productId, attributes, quantity, seenCents }): CartRow[] => {
    const line = { id, attributes, quantity, seenCents };
    const product = sold.get(productId);
    if (!product)
      return gone.has(productId) ? [{ ...line, product: gone.get(productId)!, left: 0, problem: "gone" }] : [];
    const stock = left.get(productId) ?? product.stock;
    left.set(productId, stock - line.quantity);
    return [
      {
        ...line,
        product: { ...toCartProduct(product), photoId: pictureOf(product, attributes) },
        left: Math.max(0, stock),
        problem: findProblem(product, line, stock),
      },
    ];
  });
}

function findProblem(product: ProductForSale, line: Omit<Line, "productId">, stock: number): CartProblem | null {
  if (product.stock === 0) return "noneLeft";
  if (line.quantity > stock) return "notEnough";
  if ("problem" in readAttributes(product.options, { ...line.attributes })) return "choice";
  return product.payCents === line.seenCents ? null : "priceChanged";
}

const lineColumns = {
  id: cartLines.id,
  productId: cartLines.productId,
  attributes: cartLines.attributes,
  attributesKey: cartLines.attributesKey,
  quantity: cartLines.quantity,
  seenCents: cartLines.seenCents,
};

export type CartLine = Pick<typeof cartLines.$inferSelect, keyof typeof lineColumns>;

const linesByUser = createPreparedQuery((db) =>
  db
    .select(lineColumns)
    .from(cartLines)
    .where(eq(cartLines.userId, sql.placeholder("userId")))
    .orderBy(cartLines.addedAt, cartLines.id),
);

const linesOf = async ({ db }: Pick<AppContext, "db">, { id }: Buyer) => linesByUser(db).execute({ userId: id });

/** Returns the account's cart with current names, prices and stock, in the order in which lines were added. */
export async function readCart(ctx: AppContext, actor: Buyer & Partial<Pick<Actor, "timeZone">>): Promise<CartView> {
  const rows = await buildRows(ctx, await linesOf(ctx, actor));
  return { ...viewOf(rows), arrival: getDeliveryEstimate(ctx, actor) };
}

const piecesByUser = createPreparedQuery((db) =>
  db
    .select({ pieces: sql<number>`coalesce(sum(${cartLines.quantity}), 0)::int` })
    .from(cartLines)
    .where(eq(cartLines.userId, sql.placeholder("userId"))),
);

/** Returns the number of pieces in the account's cart. */
export async function countCartPieces({ db }: Pick<AppContext, "db">, { id }: Buyer): Promise<number> {
  return (await piecesByUser(db).execute({ userId: id }))[0]?.pieces ?? 0;
}

/** Like `readCart`, for a visitor's cart kept in the browser. Invalid lines and unknown products are left out. */
export async function readVisitorCart(ctx: AppContext, lines: readonly SentLine[]): Promise<CartView> {
  const validLines = lines.flatMap((line) => {
    const quantity = normalizeQuantity(line.quantity);
    if (quantity === null || !isId(line.productId)) return [];
    const attributes = line.attributes as Attributes;
    return [
      {
        id: line.id ?? "",
        productId: line.productId.toLowerCase(),
        attributes,
        quantity,
        seenCents: line.seenCents ?? 0,
      },
    ];
  });
  const rows = await buildRows(ctx, validLines.slice(0, maxLines));
  return { ...viewOf(rows), arrival: getDeliveryEstimate(ctx, null) };
}

/**
 * Adds pieces of a product to the account's cart; an identical choice is added to its line. Rejects a product that is
 * not sold, a choice that is not offered, a quantity below one, more than the stock, more than `maxPerLine` of one
 * choice, and a 51st line.
 */
export async function addToCart(
  ctx: AppContext,
  actor: Buyer,
  wanted: SentLine,
  language: Language = "en",
): Promise<CartProduct> {
  return withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    const { product, quantity, attributes } = await readWanted(tx, wanted, language);
    const params = { name: nameIn(language, product) };
    const existingLines = await linesOf(tx, actor);
    const before = existingLines
      .filter((line) => line.productId === product.id)
      .reduce((sum, line) => sum + line.quantity, 0);
    if (product.stock === 0) throw new AppError("adminProducts.noneLeft", 409, { params });
    if (before + wanted.quantity > product.stock)
      throw new AppError("adminProducts.notEnough", 409, {
        field: "quantity",
        params: { ...params, count: product.stock },
      });
    const key = attributesKey(attributes);
    const line = existingLines.find((one) => one.productId === product.id && one.attributesKey === key);
    if ((line?.quantity ?? 0) + wanted.quantity > maxPerLine)
      throw new AppError("cart.mostPieces", 409, { field: "quantity", params: { most: maxPerLine } });
    if (!line && existingLines.length >= maxLines) throw new AppError("cart.full", 409, { params: { most: maxLines } });
    await upsertLine(tx, actor, { productId: product.id, attributes, quantity }, product.payCents);
    return toCartProduct(product);
  });
}

/**
 * Returns the product and the choice that someone wants to add. Rejects a product that is not sold, a choice that is
 * not offered and a quantity below one.
 */
async function readWanted(ctx: AppContext, wanted: SentLine, language: Language) {
  const quantity = normalizeQuantity(wanted.quantity);
  if (quantity === null) throw new AppError("cart.wholePieces", 400, { field: "quantity" });
  const product = await getForSale(ctx, wanted.productId, language);
  const read = readAttributes(product.options, wanted.attributes);
  if ("problem" in read) throw new AppError(read.problem, 400, { field: read.field, params: { ...read.params } });
  return { product, quantity, attributes: read.attributes };
}

/** Bytes of a cookie's value, below the 4096 that browsers keep. */
const cookieBytes = 3_500;

/**
 * Creates the cookie with which the script of the cart adds a visitor's choices: this one and those that the request's
 * cookie still has, the oldest left out when there are too many. The same choice again replaces the earlier one, since
 * it is the second half of a double press. Rejects what `readWanted` does.
 */
export async function createPostedLinesCookie(
  ctx: AppContext,
  wanted: SentLine,
  language: Language,
  request: Request,
): Promise<string> {
  const { product, quantity, attributes } = await readWanted(ctx, wanted, language);
  const line: Wanted = { productId: product.id, quantity, attributes };
  const lines: Wanted[] = [...findPostedLines(request).filter((one) => !isSameChoice(one, line)), line];
  while (encodeURIComponent(JSON.stringify(lines)).length > cookieBytes && lines.length > 1) lines.shift();
  return serialize(postedLinesCookie, JSON.stringify(lines), { path: "/", sameSite: "Lax", maxAge: 600 });
}

/** Returns the choices in the request's cookie, which no script has added to a cart yet. */
export function findPostedLines(request: Request): Wanted[] {
  return readPostedLines(parse(request.headers.get("cookie") ?? "", postedLinesCookie)[postedLinesCookie]);
}

/**
 * Adds the choices of a visitor without JavaScript, who has signed in meanwhile, to the account's cart. Returns the
 * cookie that clears them; null if there are none.
 */
export async function mergePostedLines(ctx: AppContext, actor: Buyer, request: Request): Promise<string | null> {
  const lines = findPostedLines(request);
  if (lines.length === 0) return null;
  await mergeCart(ctx, actor, { key: createId(), lines });
  return serialize(postedLinesCookie, "", { path: "/", sameSite: "Lax", maxAge: 0 });
}

async function getForSale(ctx: AppContext, productId: string, language: Language): Promise<ProductForSale> {
  const [product] = (await findProductsForSale(ctx, [productId])).values();
  if (product) return product;
  const [gone] = await findUnavailable(ctx, [productId]);
  if (!gone) throw notFound();
  throw new AppError("adminProducts.notSold", 409, { params: { name: nameIn(language, gone) } });
}

const insertOrAdd = createPreparedQuery((db) =>
  db
    .insert(cartLines)
    .select(buildJsonRows(cartLines, sql.placeholder("rows")))
    .onConflictDoUpdate({
      target: [cartLines.userId, cartLines.productId, cartLines.attributesKey],
      set: {
        quantity: sql`least(${cartLines.quantity} + excluded.quantity, ${maxPerLine})`,
        seenCents: sql`excluded.seen_cents`,
      },
    }),
);

/** Adds to the line of this choice, or creates it. */
async function upsertLine(tx: AppContext, actor: Buyer, line: Wanted, seenCents: number): Promise<void> {
  const row = {
    ...line,
    id: createId(),
    userId: actor.id,
    attributesKey: attributesKey(line.attributes),
    seenCents,
    addedAt: tx.clock.now(),
  };
  await insertOrAdd(tx.db).execute({ rows: toJsonRows(cartLines, [row]) });
}

/**
 * Sets the quantity of a line. A quantity below 1 is ignored; one above the stock or `maxPerLine` is capped to it, as
 * the result says.
 */
export async function updateCartLine(
  ctx: AppContext,
  actor: Buyer,
  { lineId, quantity }: { lineId: string; quantity: number },
): Promise<Capped> {
  const wanted = normalizeQuantity(quantity);
  if (wanted === null) return { isCapped: false };
  return withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    const lines = await linesOf(tx, actor);
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw notFound();
    const product = (await findProductsForSale(tx, [line.productId])).get(line.productId);
    const others = lines
      .filter(({ id, productId }) => id !== lineId && productId === line.productId)
      .reduce((sum, one) => sum + one.quantity, 0);
    const fits = Math.max(1, Math.min(wanted, (product?.stock ?? 0) - others));
    await tx.db.update(cartLines).set({ quantity: fits }).where(eq(cartLines.id, line.id));
    return cappedTo(fits, quantity, product?.stock ?? 0);
  });
}

/** Deletes a line from the account's cart and returns its contents; undefined if it no longer exists. */
export async function deleteCartLine(ctx: AppContext, actor: Buyer, lineId: string): Promise<Wanted | undefined> {
  const { productId, attributes, quantity } = cartLines;
  const [line] = await ctx.db
    .delete(cartLines)
    .where(and(eq(cartLines.id, lineId), eq(cartLines.userId, actor.id)))
    .returning({ productId, attributes, quantity });
  return line;
}

/**
 * Merges a visitor's cart into the account's, once per `key`. Identical choices are added up to the stock; products or
 * choices that are no longer sold are left behind. Returns whether anything was.
 */
export async function mergeCart(
  ctx: AppContext,
  actor: Buyer,
  { key, lines }: { key: string; lines: readonly SentLine[] },
): Promise<{ leftBehind: boolean }> {
  if (!isId(key)) throw notFound();
  return withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    const first = await tx.db
      .insert(cartMerges)
      .values({ userId: actor.id, key, mergedAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ key: cartMerges.key });
    if (first.length === 0) return { leftBehind: false };
    const account = await linesOf(tx, actor);
    const sold = await findProductsForSale(
      tx,
      lines.map(({ productId }) => productId),
    );
    const readable = lines.slice(0, maxLines).flatMap((line): Wanted[] => {
      const product = sold.get(line.productId.toLowerCase());
      const quantity = normalizeQuantity(line.quantity);
      const read = product && readAttributes(product.options, line.attributes);
      if (!product || quantity === null || !read || "problem" in read) return [];
      return [{ productId: product.id, attributes: read.attributes, quantity }];
    });
    const merged = mergeCarts(account, readable, (id) => sold.get(id)?.stock ?? 0);
    const before = new Map(account.map((line) => [`${line.productId} ${line.attributesKey}`, line.quantity]));
    const fresh = merged.lines
      .map((line) => ({
        ...line,
        quantity: line.quantity - (before.get(`${line.productId} ${attributesKey(line.attributes)}`) ?? 0),
      }))
      .filter(({ quantity }) => quantity > 0);
    const room = maxLines - account.length;
    const added = fresh.filter(
      (line, at) => at < room || before.has(`${line.productId} ${attributesKey(line.attributes)}`),
    );
    for (const line of added)
      await upsertLine(tx, actor, line, seenPriceOf(lines, line, sold.get(line.productId)!.payCents));
    const leftBehind = merged.capped.length > 0 || readable.length < lines.length || added.length < fresh.length;
    return { leftBehind };
  });
}

/** Returns the price that the visitor saw, so that a later change is pointed out. */
function seenPriceOf(lines: readonly SentLine[], { productId }: Wanted, now: number): number {
  const seen = lines.find((line) => line.productId === productId)?.seenCents;
  return Number.isSafeInteger(seen) && seen! > 0 && seen! < 1e9 ? seen! : now;
}

const linesTaken = createPreparedQuery((db) =>
  db
    .delete(cartLines)
    .where(eq(cartLines.userId, sql.placeholder("userId")))
    .returning({ ...lineColumns, addedAt: cartLines.addedAt }),
);

/** Empties the account's cart and returns its lines, in the order in which they were added. */
export async function consumeCart({ db }: Pick<AppContext, "db">, { id }: Buyer): Promise<CartLine[]> {
  const lines = await linesTaken(db).execute({ userId: id });
  return lines.sort((one, other) => +one.addedAt - +other.addedAt || (one.id < other.id ? -1 : 1));
}
