import { randomInt } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { dayIn } from "#app/features/pets/pets.rules.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { readAttributes } from "#app/features/products/attributes.ts";
import { findProductsForSale } from "#app/features/products/listed-products.server.ts";
import { type ShippingMethod, shippingDays } from "#app/features/products/shipping.rules.ts";
import { takeStock } from "#app/features/products/stock.server.ts";
import { type AwaitedTag, listAwaited } from "#app/features/tags/replacements.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { notFound, Refusal } from "#app/platform/http/refusal.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { World } from "#app/platform/world.server.ts";
import { cartLinesOf, clearCart, lockBuyer, type ProductForSale } from "./cart.server.ts";
import { isForPet } from "./cart-view.rules.ts";
import { arrival, shippingCostOf } from "./delivery.rules.ts";
import { addEvent, tellBuyer } from "./order-events.server.ts";
import { drawnLength, numberAlphabet, numberOf } from "./order-number.rules.ts";
import type { CheckoutForm } from "./orders.forms.server.ts";
import { subtotalOf } from "./orders.rules.ts";
import { storeOrderLines, storeOrders } from "./orders.tables.server.ts";

/** Where a parcel goes and how; whatever else a browser sends about prices is not looked at. */
export type OrderForm = Omit<CheckoutForm, "keepAddress" | "seenTotal" | "pets" | "replaces"> &
  Partial<Pick<CheckoutForm, "seenTotal" | "pets" | "replaces">>;

type CartLine = Awaited<ReturnType<typeof cartLinesOf>>[number];

/** An order's parts before it is written, priced by the server. */
interface Draft {
  cart: CartLine[];
  lines: (typeof storeOrderLines.$inferInsert)[];
  subtotalCents: number;
  shippingCents: number;
}

/**
 * Makes the account's cart an order, in one transaction: prices, names and stock are the server's, the stock is taken,
 * the cart emptied and the buyer told. The same `key` of the same buyer gives the same order however often it is sent.
 * Refuses an empty cart, what is not sold or not left any more, a choice that a product does not come in, somebody else's
 * pet, a tag to replace that does not wait for it, more open unpaid pieces or value than one account may have, and a total other than the page showed (`seenTotal`, US cents). Returns the order's number.
 */
export async function placeOrder(
  world: World,
  actor: Actor,
  form: OrderForm,
  language: Language = actor.language,
): Promise<string> {
  if (!isId(form.key)) throw notFound();
  return transaction(world, async (inside) => {
    // The same buyer's presses wait here for each other.
    await lockBuyer(inside, actor);
    const twin = await findTwin(inside, actor, form.key);
    if (twin) return twin;
    const id = newId();
    const draft = await draftOf(inside, actor, id, form, language);
    if (form.seenTotal !== undefined && form.seenTotal !== draft.subtotalCents + draft.shippingCents)
      throw new Refusal("checkout.totalChanged", 409);
    await refuseTooMuchOpen(inside, actor, draft);
    const number = await writeOrder(inside, actor, id, form, draft);
    await takeStock(inside, id, draft.lines, language);
    await refuseOtherPrices(inside, draft);
    await clearCart(
      inside,
      actor,
      draft.cart.map((line) => line.id),
    );
    await addEvent(inside, { orderId: id, kind: "placed", byUserId: actor.id });
    const totalCents = draft.subtotalCents + draft.shippingCents;
    await tellBuyer(
      inside,
      { id, number, userId: actor.id, language: actor.language, totalCents },
      "placed",
      draft.lines,
    );
    return number;
  });
}

/**
 * Refuses an order with which the account would have more unpaid pieces, or of more value, on their way than this
 * installation allows: they take the stock from everybody else. The buyer's lock keeps parallel orders apart.
 */
async function refuseTooMuchOpen(tx: World, actor: Pick<Actor, "id">, draft: Draft): Promise<void> {
  const { pieces, cents } = tx.settings.openOrders;
  const isOpen = and(
    eq(storeOrders.userId, actor.id),
    eq(storeOrders.payment, "unpaid"),
    inArray(storeOrders.status, ["pending", "processing", "shipped"]),
  );
  const [value] = await tx.db
    .select({ cents: sql<number>`coalesce(sum(${storeOrders.totalCents}), 0)`.mapWith(Number) })
    .from(storeOrders)
    .where(isOpen);
  const [count] = await tx.db
    .select({ pieces: sql<number>`coalesce(sum(${storeOrderLines.quantity}), 0)`.mapWith(Number) })
    .from(storeOrderLines)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderLines.orderId))
    .where(isOpen);
  const wanted = draft.lines.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  if ((count?.pieces ?? 0) + wanted > pieces)
    throw new Refusal("checkout.tooManyOpen", 409, {
      params: { count: pieces, left: Math.max(0, pieces - (count?.pieces ?? 0)) },
    });
  if ((value?.cents ?? 0) + draft.subtotalCents + draft.shippingCents > cents)
    throw new Refusal("checkout.tooDearOpen", 409, { params: { most: `$${cents / 100}` } });
}

/** The number of the order that was made with this key before. */
export async function findTwin(inside: World, actor: Pick<Actor, "id">, key: string): Promise<string | null> {
  const [twin] = await inside.db
    .select({ number: storeOrders.number })
    .from(storeOrders)
    .where(and(eq(storeOrders.userId, actor.id), eq(storeOrders.idempotencyKey, key)));
  return twin?.number ?? null;
}

async function draftOf(
  inside: World,
  actor: Actor,
  orderId: string,
  form: OrderForm,
  language: Language,
): Promise<Draft> {
  const cart = await cartLinesOf(inside, actor);
  if (cart.length === 0) throw new Refusal("checkout.emptyCart", 409);
  const products = await findProductsForSale(
    inside,
    cart.map(({ productId }) => productId),
  );
  const awaited = form.replaces ? await listAwaited(inside, actor) : [];
  const replaced = new Set<string>();
  const lines: Draft["lines"] = [];
  for (const line of cart) {
    const product = products.get(line.productId);
    if (!product) throw new Refusal("checkout.somethingGone", 409);
    const petId = form.pets?.[line.id] ?? null;
    if (petId && isForPet(product) && !(await findPet(inside, actor, petId)))
      throw new Refusal("checkout.noSuchPet", 404, { field: `pets.${line.id}` });
    lines.push({
      id: newId(),
      orderId,
      productId: product.id,
      sku: product.sku,
      nameEn: product.nameEn,
      nameAr: product.nameAr,
      photoId: product.photoId,
      attributes: attributesOf(product, line, language),
      priceCents: product.payCents,
      quantity: line.quantity,
      petId: petId && isForPet(product) ? petId : null,
      replacesTagId: isForPet(product) ? takePlace(form.replaces?.[line.id], awaited, replaced, line.id) : null,
    });
  }
  const subtotalCents = subtotalOf(lines);
  return { cart, lines, subtotalCents, shippingCents: shippingCostOf(form.shipping, subtotalCents) };
}

/** The tag that a line's tag shall replace: one of the buyer's that waits for it, each but once. */
function takePlace(
  tagId: string | null | undefined,
  awaited: readonly AwaitedTag[],
  taken: Set<string>,
  lineId: string,
) {
  if (!tagId) return null;
  if (!awaited.some(({ id }) => id === tagId) || taken.has(tagId))
    throw new Refusal("checkout.noSuchTag", 404, { field: `replaces.${lineId}` });
  taken.add(tagId);
  return tagId;
}

function attributesOf(product: ProductForSale, line: CartLine, language: Language) {
  const read = readAttributes(product.options, { ...line.attributes });
  if ("problem" in read)
    throw new Refusal("checkout.chooseAgain", 409, {
      params: { name: language === "ar" ? product.nameAr : product.nameEn },
    });
  return read.attributes;
}

/** From here on the products' rows are locked: what was read before must still be what it costs. */
async function refuseOtherPrices(inside: World, { lines }: Draft): Promise<void> {
  const now = await findProductsForSale(
    inside,
    lines.map(({ productId }) => productId),
  );
  if (lines.some(({ productId, priceCents }) => now.get(productId)?.payCents !== priceCents))
    throw new Refusal("checkout.totalChanged", 409);
}

export function estimate(world: World, actor: Pick<Actor, "timeZone">, shipping: ShippingMethod) {
  return arrival(dayIn(world.clock.now(), actor.timeZone), shippingDays[shipping], world.settings.weekend);
}

function drawNumber(year: number): string {
  const drawn = Array.from({ length: drawnLength }, () => numberAlphabet[randomInt(numberAlphabet.length)]).join("");
  return numberOf(year, drawn);
}

/** Writes the order under a number that nobody has; one that exists by chance is drawn again. */
export async function writeOrder(
  inside: World,
  actor: Actor,
  id: string,
  form: OrderForm,
  draft: Omit<Draft, "cart"> & { isReplacement?: boolean },
): Promise<string> {
  const { key, pets: _pets, replaces: _replaces, seenTotal: _seen, ...address } = form;
  const now = inside.clock.now();
  const { from, to } = estimate(inside, actor, form.shipping);
  const { subtotalCents, shippingCents, isReplacement = false } = draft;
  for (;;) {
    const [written] = await inside.db
      .insert(storeOrders)
      .values({
        ...address,
        id,
        number: drawNumber(now.getUTCFullYear()),
        userId: actor.id,
        idempotencyKey: key,
        email: actor.email,
        language: actor.language,
        isReplacement,
        subtotalCents,
        shippingCents,
        totalCents: subtotalCents + shippingCents,
        arrivesFrom: from,
        arrivesTo: to,
        placedAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: storeOrders.number })
      .returning({ number: storeOrders.number });
    if (!written) continue;
    await inside.db.insert(storeOrderLines).values(draft.lines);
    return written.number;
  }
}
