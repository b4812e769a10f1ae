import { and, arrayContains, desc, eq, gt, notInArray, or } from "drizzle-orm";
import { readAttributes } from "#app/features/catalog/attributes.ts";
import { findChosenPictures, listTagsUpTo } from "#app/features/catalog/listed-products.server.ts";
import type { Attributes, ListedProduct } from "#app/features/catalog/products.rules.ts";
import { deductStock } from "#app/features/catalog/stock.server.ts";
import { formatOrder, notifyBuyer } from "#app/features/orders/order-events.server.ts";
import { storeOrderLines, storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { freeReplacement, replacesFree } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { getTagToReplace, requestReplacement } from "#app/features/tags/replacements.server.ts";
import { lockAccount } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import type { FreeForm } from "../checkout.forms.server.ts";
import { createOrder, findDuplicate } from "../place-order.server.ts";

/** Whether a tag can be replaced for free now; otherwise why not, and from when it can. */
export type FreeReplacementState =
  | { isFree: true; why: null; from: null }
  | { isFree: false; why: "plan" | "used" | "ordered"; from: Date | null };

/**
 * Returns whether a tag can be replaced for free. Rescue Plus replaces each tag once in 365 days; a replacement counts
 * as the tag that it replaced. Cancelled and refunded orders do not count.
 */
export async function getFreeReplacementState(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  tag: { id: string; code: string },
): Promise<FreeReplacementState> {
  const since = ctx.clock.ago(freeReplacement.everyDays * dayMs);
  const [last] = await ctx.db
    .select({ placedAt: storeOrders.placedAt, status: storeOrders.status, tagId: storeOrderLines.replacesTagId })
    .from(storeOrderLines)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderLines.orderId))
    .where(
      and(
        eq(storeOrders.userId, actor.id),
        eq(storeOrderLines.isReplacement, true),
        gt(storeOrders.placedAt, since),
        notInArray(storeOrders.status, ["cancelled", "refunded"]),
        or(eq(storeOrderLines.replacesTagId, tag.id), arrayContains(storeOrderLines.tagCodes, [tag.code])),
      ),
    )
    .orderBy(desc(storeOrders.placedAt))
    .limit(1);
  const isFree = replacesFree(await getPlan(ctx, actor));
  if (last?.tagId === tag.id && last.status !== "delivered") return { isFree: false, why: "ordered", from: null };
  if (!isFree) return { isFree, why: "plan", from: null };
  if (!last) return { isFree, why: null, from: null };
  return { isFree: false, why: "used", from: new Date(last.placedAt.getTime() + freeReplacement.everyDays * dayMs) };
}

/** Lists the tags in stock that are available as a free replacement, each in every colour and size. */
export async function listFreeChoices(ctx: AppContext): Promise<{ product: ListedProduct; attributes: Attributes }[]> {
  const products = await listTagsUpTo(ctx, readSiteSettings(ctx).shop.freeReplacementCents);
  return products.flatMap((product) => {
    const values = (name: "color" | "size") =>
      product.options.flatMap((option) => (option.name === name ? [...option.values] : []));
    const each = <Value>(all: Value[]) => (all.length > 0 ? all : [undefined]);
    return each(values("color")).flatMap((color) =>
      each(values("size")).map((size) => ({
        product,
        attributes: { ...(color && { color }), ...(size && { size }) } as Attributes,
      })),
    );
  });
}

/**
 * Orders a free replacement, shipping included, for one of the actor's tags: an order like any other, for the old tag's
 * pet, once in 365 days per tag, on Rescue Plus. Submitting the same `key` again returns the same order. Rejects with
 * 403 on other plans, with 409 too soon after the last one or when the choice is no longer available; 404 for someone
 * else's tag. Returns the order's number.
 */
export async function placeFreeReplacement(
  ctx: AppContext,
  actor: Actor,
  { tagId, choice, engraving, keepAddress: _kept, ...address }: FreeForm & { tagId: string },
  language: Language = actor.language,
): Promise<string> {
  if (!isId(address.key)) throw notFound();
  return withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    const duplicate = await findDuplicate(tx, actor, address.key);
    if (duplicate) return duplicate;
    const tag = await getTagToReplace(tx, actor, tagId);
    await requestReplacement(tx, actor, { tagId: tag.id, reason: tag.reason ?? "worn" });
    rejectUnlessFree(await getFreeReplacementState(tx, actor, tag));
    const { product, attributes } = await readChoice(tx, choice, engraving);
    const pictureOf = await findChosenPictures(tx, [product]);
    const id = createId();
    const line = {
      id: createId(),
      orderId: id,
      productId: product.id,
      sku: product.sku,
      nameEn: product.nameEn,
      nameAr: product.nameAr,
      photoId: pictureOf(product, attributes),
      attributes,
      priceCents: 0,
      quantity: 1,
      petId: tag.petId,
      replacesTagId: tag.id,
      isReplacement: true,
    };
    const form = { ...address, shipping: "standard" as const };
    const draft = { lines: [line], subtotalCents: 0, shippingCents: 0, isReplacement: true };
    const order = await createOrder(tx, actor, id, form, draft);
    await deductStock(tx, id, [line], language);
    await notifyBuyer(tx, order, "placed", formatOrder(tx, order, [line]));
    return order.number;
  });
}

function rejectUnlessFree({ why }: FreeReplacementState): void {
  if (why === "plan") throw new AppError("checkout.freeTag.notOnPlan", 403);
  if (why) throw new AppError("checkout.freeTag.notYet", 409);
}

async function readChoice(tx: AppContext, choice: string, engraving: string | undefined) {
  const chosen = (await listFreeChoices(tx)).find((candidate) => formatChoiceKey(candidate) === choice);
  if (!chosen) throw new AppError("checkout.freeTag.chooseAgain", 409, { field: "choice" });
  const { product } = chosen;
  const read = readAttributes(product.options, { ...chosen.attributes, engraving });
  if ("problem" in read)
    throw new AppError(read.problem, 400, { field: "engraving", ...(read.params && { params: { ...read.params } }) });
  return { product, attributes: read.attributes };
}

/** Returns the form value of a choice. */
export function formatChoiceKey({ product, attributes }: { product: { id: string }; attributes: Attributes }): string {
  return [product.id, attributes.color ?? "", attributes.size ?? ""].join(" ");
}
