import { randomInt } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type CartLine, consumeCart, type ProductForSale } from "#app/features/cart/cart.server.ts";
import { isForPet } from "#app/features/cart/cart-view.rules.ts";
import { readAttributes } from "#app/features/catalog/attributes.ts";
import { shippingCostOf } from "#app/features/catalog/delivery.rules.ts";
import { getDeliveryEstimate } from "#app/features/catalog/delivery.server.ts";
import { findChosenPictures, findProductsForSale } from "#app/features/catalog/listed-products.server.ts";
import { deductStock } from "#app/features/catalog/stock.server.ts";
import { buildEvent, formatOrder, notifyBuyer } from "#app/features/orders/order-events.server.ts";
import { formatOrderNumber, numberAlphabet, randomLength } from "#app/features/orders/order-number.rules.ts";
import { subtotalOf, taxIn } from "#app/features/orders/orders.rules.ts";
import { storeOrderEvents, storeOrderLines, storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { type AwaitedTag, listAwaitedReplacements } from "#app/features/tags/replacements.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { lockKey } from "#app/platform/db/advisory-locks.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { buildJsonRows, toJsonRows } from "#app/platform/db/json-rows.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { requirePrintable } from "#app/platform/pdf/text-outlines.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import type { CheckoutForm } from "./checkout.forms.server.ts";
import { type OrderDraft, rejectHoarding, rejectTooManyOpenOrders } from "./order-limits.server.ts";

/** Address and shipping method of an order; prices sent by the browser are ignored. */
export type OrderForm = Omit<CheckoutForm, "keepAddress" | "seenTotal" | "pets" | "replaces"> &
  Partial<Pick<CheckoutForm, "seenTotal" | "pets" | "replaces">>;

/**
 * Turns the account's cart into an order, in one transaction: prices, names and stock come from the server, the stock
 * is deducted, the cart emptied and the buyer notified. Submitting the same `key` again returns the same order. Rejects
 * an empty cart, products that are not sold or out of stock, a choice that is not offered, someone else's pet, a tag to
 * replace without a requested replacement, more unpaid pieces or value than one account, or one phone number, may have,
 * and a total other than displayed (`seenTotal`, minor units). Returns the order's number.
 */
export async function placeOrder(
  ctx: AppContext,
  actor: Actor,
  form: OrderForm,
  language: Language = actor.language,
): Promise<string> {
  if (!isId(form.key)) throw notFound();
  try {
    return await withTransaction(ctx, (tx) => placeOnce(tx, actor, form, language));
  } catch (error) {
    // Submitted again, the order fails: its cart was emptied, or its key is already stored.
    const isRejected = error instanceof AppError || getViolatedConstraint(error) === "store_orders_once";
    const earlier = isRejected ? await findDuplicate(ctx, actor, form.key) : null;
    if (earlier) return earlier;
    throw error;
  }
}

async function placeOnce(tx: AppContext, actor: Actor, form: OrderForm, language: Language): Promise<string> {
  await lockBuyer(tx, actor, form.phone);
  const id = createId();
  const draft = await buildDraft(tx, actor, id, form, language);
  if (form.seenTotal !== undefined && form.seenTotal !== draft.subtotalCents + draft.shippingCents)
    throw new AppError("checkout.totalChanged", 409);
  await rejectTooManyOpenOrders(tx, actor, form.phone, draft);
  const order = await createOrder(tx, actor, id, form, draft);
  // As late as possible, since other buyers of these products wait from here until the commit.
  const deducted = await deductStock(tx, id, draft.lines, language);
  await rejectHoarding(tx, actor, form.phone, deducted);
  // Prices are read under the products' lock and must equal those read before.
  if (draft.lines.some(({ productId, priceCents }) => deducted.get(productId)?.payCents !== priceCents))
    throw new AppError("checkout.totalChanged", 409);
  await notifyBuyer(tx, order, "placed", formatOrder(tx, order, draft.lines));
  return order.number;
}

const buyerAndPhone = createPreparedQuery((db) =>
  db
    .select({ phone: sql`pg_advisory_xact_lock(${sql.placeholder("phone")}::bigint)` })
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .for("no key update"),
);

/** Locks the buyer's account and the phone number: parallel orders of either are placed one after the other. */
async function lockBuyer({ db }: AppContext, { id }: Actor, phone: string): Promise<void> {
  const locked = await buyerAndPhone(db).execute({ id, phone: lockKey("orders of a phone number", phone) });
  if (locked.length === 0) throw notFound();
}

const numberByKey = createPreparedQuery((db) =>
  db
    .select({ number: storeOrders.number })
    .from(storeOrders)
    .where(
      and(eq(storeOrders.userId, sql.placeholder("userId")), eq(storeOrders.idempotencyKey, sql.placeholder("key"))),
    ),
);

/** Returns the number of the order that was created with this key; null if there is none. */
export async function findDuplicate(tx: AppContext, actor: Pick<Actor, "id">, key: string): Promise<string | null> {
  const [duplicate] = await numberByKey(tx.db).execute({ userId: actor.id, key });
  return duplicate?.number ?? null;
}

async function buildDraft(
  tx: AppContext,
  actor: Actor,
  orderId: string,
  form: OrderForm,
  language: Language,
): Promise<OrderDraft> {
  const cart = await consumeCart(tx, actor);
  if (cart.length === 0) throw new AppError("checkout.emptyCart", 409);
  const products = await findProductsForSale(
    tx,
    cart.map(({ productId }) => productId),
  );
  const pictureOf = await findChosenPictures(tx, products.values());
  const isReplacing = Object.values(form.replaces ?? {}).some(Boolean);
  const awaited = isReplacing ? await listAwaitedReplacements(tx, actor) : [];
  const replaced = new Set<string>();
  const lines: OrderDraft["lines"] = [];
  for (const line of cart) {
    const product = products.get(line.productId);
    if (!product) throw new AppError("checkout.somethingGone", 409);
    const attributes = requireAttributes(product, line, language);
    const petId = form.pets?.[line.id] ?? null;
    if (petId && isForPet(product) && !(await findPet(tx, actor, petId)))
      throw new AppError("checkout.noSuchPet", 404, { field: `pets.${line.id}` });
    lines.push({
      id: createId(),
      orderId,
      productId: product.id,
      sku: product.sku,
      nameEn: product.nameEn,
      nameAr: product.nameAr,
      photoId: pictureOf(product, attributes),
      attributes,
      priceCents: product.payCents,
      quantity: line.quantity,
      petId: petId && isForPet(product) ? petId : null,
      replacesTagId: isForPet(product) ? takeReplacedTag(form.replaces?.[line.id], awaited, replaced, line.id) : null,
    });
  }
  const subtotalCents = subtotalOf(lines);
  return { lines, subtotalCents, shippingCents: shippingCostOf(form.shipping, subtotalCents) };
}

/** Returns the tag to be replaced: one of the buyer's with a requested replacement, used once per order. */
function takeReplacedTag(
  tagId: string | null | undefined,
  awaited: readonly AwaitedTag[],
  taken: Set<string>,
  lineId: string,
) {
  if (!tagId) return null;
  if (!awaited.some(({ id }) => id === tagId) || taken.has(tagId))
    throw new AppError("checkout.noSuchTag", 404, { field: `replaces.${lineId}` });
  taken.add(tagId);
  return tagId;
}

function requireAttributes(product: ProductForSale, line: CartLine, language: Language) {
  const read = readAttributes(product.options, { ...line.attributes });
  if ("problem" in read)
    throw new AppError("checkout.chooseAgain", 409, {
      params: { name: language === "ar" ? product.nameAr : product.nameEn },
    });
  return read.attributes;
}

function generateOrderNumber(year: number): string {
  const drawn = Array.from({ length: randomLength }, () => numberAlphabet[randomInt(numberAlphabet.length)]).join("");
  return formatOrderNumber(year, drawn);
}

/** Inserts an order with its lines and events; nothing if its number is taken. */
const insertOrder = createPreparedQuery((db) => {
  const rowsOf = (table: PgTable, name: string) => buildJsonRows(table, sql.placeholder(name));
  const placed = db
    .$with("placed")
    .as(
      db
        .insert(storeOrders)
        .select(rowsOf(storeOrders, "orders"))
        .onConflictDoNothing({ target: storeOrders.number })
        .returning(),
    );
  const isPlaced = sql`where exists (select from ${placed})`;
  const lines = db
    .$with("lines")
    .as(db.insert(storeOrderLines).select(sql`${rowsOf(storeOrderLines, "lines")} ${isPlaced}`));
  const events = db
    .$with("events")
    .as(db.insert(storeOrderEvents).select(sql`${rowsOf(storeOrderEvents, "events")} ${isPlaced}`));
  return db.with(placed, lines, events).select().from(placed);
});

/**
 * Inserts the order with its lines and first event, under a unique random number, retrying on a collision. Returns its
 * row.
 */
export async function createOrder(
  tx: AppContext,
  actor: Actor,
  id: string,
  form: OrderForm,
  draft: OrderDraft & { isReplacement?: boolean },
): Promise<typeof storeOrders.$inferSelect> {
  const { key, pets: _pets, replaces: _replaces, seenTotal: _seen, ...address } = form;
  await requirePrintable(address);
  const now = tx.clock.now();
  const { from, to } = getDeliveryEstimate(tx, actor, form.shipping);
  const { subtotalCents, shippingCents, isReplacement = false } = draft;
  const totalCents = subtotalCents + shippingCents;
  const taxBasisPoints = Math.round(readSiteSettings(tx).seller.taxRate * 100);
  const lines = toJsonRows(storeOrderLines, draft.lines);
  const placed = buildEvent(tx, { orderId: id, kind: "placed", byUserId: actor.id });
  const events = toJsonRows(storeOrderEvents, [placed]);
  for (;;) {
    const row = {
      ...address,
      id,
      number: generateOrderNumber(now.getUTCFullYear()),
      userId: actor.id,
      idempotencyKey: key,
      email: actor.email,
      language: actor.language,
      isReplacement,
      subtotalCents,
      shippingCents,
      totalCents,
      taxBasisPoints,
      taxCents: taxIn(totalCents, taxBasisPoints),
      arrivesFrom: from,
      arrivesTo: to,
      placedAt: now,
      updatedAt: now,
    };
    const [written] = await insertOrder(tx.db).execute({ orders: toJsonRows(storeOrders, [row]), lines, events });
    if (written) return written;
  }
}
