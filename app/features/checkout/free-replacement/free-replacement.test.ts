// An owner with the largest plan would pay for a tag that is free, or one person would get many for nothing.
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { countOrdersByStatus } from "#app/features/admin/orders/admin-orders.server.ts";
import { readCart } from "#app/features/cart/cart.server.ts";
import { renderOrderDocument } from "#app/features/orders/documents/order-documents.server.ts";
import {
  listOrderLines,
  markCashCollected,
  updateOrderStatus,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import { getOwnOrder } from "#app/features/orders/orders.server.ts";
import { storeOrderLines, storeOrders, storeReturns } from "#app/features/orders/orders.tables.server.ts";
import {
  markReturnRefunded,
  receiveReturn,
  requestReturn,
  reviewReturn,
} from "#app/features/orders/returns/returns.server.ts";
import { claimReplacement, recordReplacements, requestReplacement } from "#app/features/tags/replacements.server.ts";
import { findTag, getOwnTag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestPet,
  createTestProduct,
  createTestTag,
  createTestUser,
} from "#tests/make.ts";
import { fillCart, orderForm, refused, stockOf } from "#tests/make-orders.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { pdfText } from "#tests/pdf.ts";
import { createTestApp } from "#tests/test-app.ts";
import { placeOrder } from "../place-order.server.ts";
import { getFreeReplacementState, listFreeChoices, placeFreeReplacement } from "./free-replacement.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
const productId = await createTestProduct(ctx, { stock: 60, options: [{ name: "engraving", maxLength: 12 }] });

/** Creates an owner, on Rescue Plus unless another plan is given, whose pet wears a tag. */
async function createOwnerWithTaggedPet(plan: "comfort" | "rescue-plus" | null = "rescue-plus") {
  const owner = await createTestUser(ctx);
  if (plan) await grantTestPlan(ctx, owner, plan);
  const petId = await createTestPet(ctx, owner);
  return { owner, petId, tag: await createClaimedTag(ctx, owner, petId) };
}

const form = (tagId: string, more: object = {}) => {
  const { shipping: _shipping, pets: _pets, ...address } = orderForm();
  return { ...address, keepAddress: false, choice: `${productId}  `, engraving: undefined, tagId, ...more };
};
const order = (owner: Actor, tagId: string, more: object = {}) => placeFreeReplacement(ctx, owner, form(tagId, more));

describe("free replacement", () => {
  test("creates an order of price 0 that is packed, shipped and linked like any replacement", async () => {
    const { owner, petId, tag } = await createOwnerWithTaggedPet();
    const before = await stockOf(ctx, productId);
    const { id, number } = await getOwnOrder(ctx, owner, await order(owner, tag.id, { engraving: "Rocky" }));
    expect(await getOwnOrder(ctx, owner, number)).toMatchObject({
      isReplacement: true,
      subtotalCents: 0,
      shippingCents: 0,
      totalCents: 0,
      payment: "unpaid",
      city: orderForm().city,
    });
    expect(await stockOf(ctx, productId)).toBe(before - 1);
    const [line] = await listOrderLines(ctx, id);
    expect(line).toMatchObject({
      priceCents: 0,
      quantity: 1,
      petId,
      replacesTagId: tag.id,
      attributes: { engraving: "Rocky" },
    });
    expect(await getFreeReplacementState(ctx, owner, tag)).toMatchObject({ isFree: false, why: "ordered" });

    const slip = async () =>
      pdfText(await renderOrderDocument(ctx, await getOwnOrder(ctx, owner, number), "packingSlip", "en"));
    for (const text of ["Replaces", tag.code, "Nothing to collect"]) expect(await slip()).toContain(text);
    await updateOrderStatus(ctx, admin, id, { to: "processing" });
    await expect(updateOrderStatus(ctx, admin, id, { to: "shipped" })).rejects.toEqual(
      refused("orders.codesNeeded", 400),
    );
    const { code } = await createTestTag(ctx);
    await updateOrderStatus(ctx, admin, id, { to: "shipped", codes: { [line!.id]: code } });
    await expect(markCashCollected(ctx, admin, id)).rejects.toEqual(refused("orders.cannotCollect", 409));
    await updateOrderStatus(ctx, admin, id, { to: "delivered" });
    expect((await countOrdersByStatus(ctx, admin)).unpaid).toBe(0);

    const packed = await findTag(ctx, code);
    expect(packed).toMatchObject({ ownerId: owner.id, petId, replacesId: tag.id });
    expect(await getOwnTag(ctx, owner, tag.id)).toMatchObject({ replacedAt: null, status: "active" });
    await recordReplacements(ctx, [packed!.id]);
    expect((await getOwnTag(ctx, owner, tag.id)).replacedAt).toEqual(ctx.clock.now());
    // The new tag counts as the one that it replaced.
    expect(await getFreeReplacementState(ctx, owner, packed!)).toMatchObject({ isFree: false, why: "used" });
  });

  test("is available once in 365 days for each tag", async () => {
    const { owner, petId, tag } = await createOwnerWithTaggedPet();
    const other = await createClaimedTag(ctx, owner, petId);
    const { id } = await getOwnOrder(ctx, owner, await order(owner, tag.id));
    await expect(order(owner, tag.id)).rejects.toEqual(refused("checkout.freeTag.notYet", 409));
    await order(owner, other.id);
    await updateOrderStatus(ctx, admin, id, { to: "cancelled" });
    expect(await getFreeReplacementState(ctx, owner, tag)).toMatchObject({ isFree: true });
    await order(owner, tag.id);

    const now = ctx.clock.now();
    const from = new Date(now.getTime() + 365 * 86_400_000);
    const [line] = await ctx.db
      .select({ orderId: storeOrderLines.orderId })
      .from(storeOrderLines)
      .innerJoin(storeOrders, and(eq(storeOrders.id, storeOrderLines.orderId), eq(storeOrders.status, "pending")))
      .where(eq(storeOrderLines.replacesTagId, tag.id));
    const { code } = await createTestTag(ctx);
    const [{ id: lineId } = { id: "" }] = await listOrderLines(ctx, line!.orderId);
    for (const to of ["processing", "shipped", "delivered"] as const)
      await updateOrderStatus(ctx, admin, line!.orderId, { to, codes: { [lineId]: code } });
    expect(await getFreeReplacementState(ctx, owner, tag)).toEqual({ isFree: false, why: "used", from });
  });

  test("creates one order when submitted several times concurrently, with the same key or different ones", async () => {
    const { owner, tag } = await createOwnerWithTaggedPet();
    const key = createId();
    const done = await Promise.allSettled([
      ...Array.from({ length: 3 }, () => order(owner, tag.id, { key })),
      order(owner, tag.id),
      order(owner, tag.id),
    ]);
    const numbers = done.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(new Set(numbers).size).toBe(1);
    const orders = await ctx.db.select().from(storeOrders).where(eq(storeOrders.userId, owner.id));
    expect(orders).toHaveLength(1);
  });

  test.each([null, "comfort"] as const)("is rejected on plan %s", async (plan) => {
    const { owner, tag } = await createOwnerWithTaggedPet(plan);
    await expect(order(owner, tag.id)).rejects.toEqual(refused("checkout.freeTag.notOnPlan", 403));
    expect(await ctx.db.select().from(storeOrders).where(eq(storeOrders.userId, owner.id))).toEqual([]);
  });

  test("rejects expensive or sold-out products, someone else's tag and an invalid engraving", async () => {
    const { owner, tag } = await createOwnerWithTaggedPet();
    const theirs = await createOwnerWithTaggedPet();
    const dear = await createTestProduct(ctx, { priceCents: 2001 });
    const gone = await createTestProduct(ctx, { stock: 0 });
    const offered = (await listFreeChoices(ctx)).map(({ product }) => product.id);
    for (const id of [dear, gone]) expect(offered).not.toContain(id);
    for (const choice of [`${dear}  `, `${gone}  `, `${productId} gold `, "", "'; --", "x".repeat(120)])
      await expect(order(owner, tag.id, { choice })).rejects.toEqual(refused("checkout.freeTag.chooseAgain", 409));
    await expect(order(owner, tag.id, { engraving: "x".repeat(13) })).rejects.toMatchObject({ field: "engraving" });
    for (const id of [theirs.tag.id, "x", createId()])
      await expect(order(owner, id)).rejects.toMatchObject({ status: 404 });
    await expect(order(owner, tag.id, { key: "x" })).rejects.toMatchObject({ status: 404 });
  });

  test("can be returned like any order, without a refund", async () => {
    const { owner, tag } = await createOwnerWithTaggedPet();
    const { id, number } = await getOwnOrder(ctx, owner, await order(owner, tag.id));
    const [line] = await listOrderLines(ctx, id);
    const { code } = await createTestTag(ctx);
    for (const to of ["processing", "shipped", "delivered"] as const)
      await updateOrderStatus(ctx, admin, id, { to, codes: { [line!.id]: code } });
    await requestReturn(ctx, owner, number, { lineId: line!.id, quantity: 1, reason: "changedMind" });
    const [wanted] = await ctx.db.select().from(storeReturns).where(eq(storeReturns.lineId, line!.id));
    await reviewReturn(ctx, admin, { returnId: wanted!.id, to: "approved" });
    await receiveReturn(ctx, admin, { returnId: wanted!.id, condition: "ok" });
    await markReturnRefunded(ctx, admin, wanted!.id);
    expect(await getOwnOrder(ctx, owner, number)).toMatchObject({
      status: "refunded",
      payment: "unpaid",
      refundedCents: 0,
    });
    expect(await findTag(ctx, code)).toMatchObject({ ownerId: null, replacesId: null });
    expect(await getFreeReplacementState(ctx, owner, tag)).toMatchObject({ isFree: true });
  });

  test("is the only kind of order that the database accepts without a price", async () => {
    const { owner, tag } = await createOwnerWithTaggedPet();
    const { id } = await getOwnOrder(ctx, owner, await order(owner, tag.id));
    const set = (values: object) => ctx.db.update(storeOrders).set(values).where(eq(storeOrders.id, id));
    await expect(set({ isReplacement: false })).rejects.toThrow();
    await expect(set({ subtotalCents: 100, totalCents: 100 })).rejects.toThrow();
    const setLine = (values: object) =>
      ctx.db.update(storeOrderLines).set(values).where(eq(storeOrderLines.orderId, id));
    for (const values of [{ isReplacement: false }, { quantity: 2 }, { priceCents: 5 }])
      await expect(setLine(values)).rejects.toThrow();
  });
});

describe("purchased replacement", () => {
  /** Creates a cart with one tag, and the old tag that it is to replace. */
  async function createCartWithReplacement() {
    const { owner, petId, tag } = await createOwnerWithTaggedPet(null);

    await requestReplacement(ctx, owner, { tagId: tag.id, reason: "worn" });
    await fillCart(ctx, owner, productId);
    const [row] = (await readCart(ctx, owner)).rows;
    return { owner, petId, tag, rowId: row!.id };
  }

  test("carries the old tag through the checkout, and is packed in its place and linked to its pet", async () => {
    const { owner, petId, tag, rowId } = await createCartWithReplacement();
    const number = await placeOrder(ctx, owner, orderForm({ replaces: { [rowId]: tag.id } }));
    const { id, totalCents } = await getOwnOrder(ctx, owner, number);
    expect(totalCents).toBeGreaterThan(0);
    const [line] = await listOrderLines(ctx, id);
    expect(line).toMatchObject({ replacesTagId: tag.id, isReplacement: false });
    await updateOrderStatus(ctx, admin, id, { to: "processing" });
    const { code } = await createTestTag(ctx);
    await updateOrderStatus(ctx, admin, id, { to: "shipped", codes: { [line!.id]: code } });
    expect(await findTag(ctx, code)).toMatchObject({ replacesId: tag.id, petId });
  });

  test("rejects a tag without a requested replacement and someone else's tag, and creates no order", async () => {
    const { owner, rowId } = await createCartWithReplacement();
    const theirs = await createCartWithReplacement();
    const own = await createClaimedTag(ctx, owner);
    for (const tagId of [theirs.tag.id, own.id, createId()])
      await expect(placeOrder(ctx, owner, orderForm({ replaces: { [rowId]: tagId } }))).rejects.toEqual(
        refused("checkout.noSuchTag", 404),
      );
    expect(await ctx.db.select().from(storeOrders).where(eq(storeOrders.userId, owner.id))).toEqual([]);
  });

  test("becomes an ordinary tag of the buyer when the old one was replaced in the meantime", async () => {
    const { owner, petId, tag, rowId } = await createCartWithReplacement();

    const { id } = await getOwnOrder(
      ctx,
      owner,
      await placeOrder(ctx, owner, orderForm({ replaces: { [rowId]: tag.id }, pets: { [rowId]: petId } })),
    );
    await claimReplacement(ctx, owner, { tagId: tag.id, code: (await createTestTag(ctx)).code });
    const [line] = await listOrderLines(ctx, id);
    await updateOrderStatus(ctx, admin, id, { to: "processing" });
    const { code } = await createTestTag(ctx);
    await updateOrderStatus(ctx, admin, id, { to: "shipped", codes: { [line!.id]: code } });
    expect(await findTag(ctx, code)).toMatchObject({ ownerId: owner.id, petId, replacesId: null });
  });
});
