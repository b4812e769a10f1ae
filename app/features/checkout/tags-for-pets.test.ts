// A tag ordered for one pet would arrive linked to another, or could not be packed at all.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readCart } from "#app/features/cart/cart.server.ts";
import { renderOrderDocument } from "#app/features/orders/documents/order-documents.server.ts";
import {
  listOrderLines,
  markCashCollected,
  updateOrderStatus,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import { getOrderDetails, getOwnOrder } from "#app/features/orders/orders.server.ts";
import { storeReturns } from "#app/features/orders/orders.tables.server.ts";
import { receiveReturn, requestReturn, reviewReturn } from "#app/features/orders/returns/returns.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { deletePet } from "#app/features/pets/trash/removed-pets.server.ts";
import { receiveScan } from "#app/features/scans/recording/receive-scan.server.ts";
import { claimTag, findTag, unlinkPet, updateTagLabel } from "#app/features/tags/tags.server.ts";
import { createTestAdmin, createTestPet, createTestProduct, createTestTag, createTestUser } from "#tests/make.ts";
import { fillCart, orderForm, refused } from "#tests/make-orders.ts";
import { pdfText } from "#tests/pdf.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { placeOrder } from "./place-order.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

/** Creates an order of engraved tags for a pet, in state `processing`. */
async function createTagOrder(quantity = 1) {
  const buyer = await createTestUser(ctx);
  const petId = await createTestPet(ctx, buyer, { name: "Rocky" });
  const productId = await createTestProduct(ctx, { options: [{ name: "engraving", maxLength: 12 }] });
  await fillCart(ctx, buyer, productId, quantity, { engraving: "Rocky" });
  const [inCart] = (await readCart(ctx, buyer)).rows;
  const form = orderForm({ pets: { [inCart!.id]: petId } });
  const { id, number } = await getOwnOrder(ctx, buyer, await placeOrder(ctx, buyer, form));
  const [line] = await listOrderLines(ctx, id);
  await updateOrderStatus(ctx, admin, id, { to: "processing" });
  const ship = (codes = "") => updateOrderStatus(ctx, admin, id, { to: "shipped", codes: { [line!.id]: codes } });
  const slip = async () =>
    pdfText(await renderOrderDocument(ctx, await getOwnOrder(ctx, buyer, number), "packingSlip", "en"));
  return { buyer, petId, id, number, lineId: line!.id, ship, slip };
}

describe("tag ordered for a pet", () => {
  test("arrives claimed and linked; the packing slip says what to pack, then which tag it is", async () => {
    const { buyer, petId, id, number, ship, slip } = await createTagOrder(2);
    const [one, two] = [await createTestTag(ctx), await createTestTag(ctx)];
    for (const text of ["For Rocky", "Rocky", "____"]) expect(await slip()).toContain(text);
    await expect(ship(one.code)).rejects.toEqual(refused("orders.codesNeeded", 400));
    await expect(ship(`${one.code} ${one.code}`)).rejects.toEqual(refused("tags.alreadyYours", 409));
    expect(await findTag(ctx, one.code)).toMatchObject({ ownerId: null });
    await ship(`${one.code.toLowerCase()}، ${two.code}`);
    for (const { code } of [one, two]) {
      expect(await findTag(ctx, code)).toMatchObject({ ownerId: buyer.id, petId });
      expect(await slip()).toContain(code);
    }
    await updateOrderStatus(ctx, admin, id, { to: "delivered" });
    const { lines } = await getOrderDetails(ctx, await getOwnOrder(ctx, buyer, number));
    expect(lines).toMatchObject([{ petName: "Rocky", tagCodes: [one.code, two.code] }]);
  });

  test("rejects someone else's tag at its field and does not ship the order", async () => {
    const { buyer, number, lineId, ship } = await createTagOrder();
    const taken = await createTestTag(ctx);
    const other = await createTagOrder();
    await other.ship(taken.code);
    await expect(ship(taken.code)).rejects.toMatchObject({ code: "tags.ownedByAnother", field: `codes.${lineId}` });
    expect(await getOwnOrder(ctx, buyer, number)).toMatchObject({ status: "processing", shippedAt: null });
  });

  test("needs no code once the pet is removed; a tag packed anyway belongs to the buyer without a pet", async () => {
    const removed = await createTagOrder();
    await deletePet(ctx, removed.buyer, removed.petId);
    expect(await removed.slip()).not.toContain("For Rocky");
    await removed.ship();
    expect(await getOwnOrder(ctx, removed.buyer, removed.number)).toMatchObject({ status: "shipped" });

    const packed = await createTagOrder();
    const tag = await createTestTag(ctx);
    await deletePet(ctx, packed.buyer, packed.petId);
    await packed.ship(tag.code);
    expect(await findTag(ctx, tag.code)).toMatchObject({ ownerId: packed.buyer.id, petId: null });
  });

  test("can be shipped without a code once the pet is erased", async () => {
    const { buyer, petId, number, ship } = await createTagOrder();
    await ctx.db.delete(pets).where(eq(pets.id, petId));
    await ship();
    expect(await getOwnOrder(ctx, buyer, number)).toMatchObject({ status: "shipped" });
  });

  test("stays linked to its pet when the order is cancelled or refunded", async () => {
    const [cancelled, refunded] = [await createTagOrder(), await createTagOrder()];
    const [first, second] = [await createTestTag(ctx), await createTestTag(ctx)];
    await cancelled.ship(first.code);
    await updateOrderStatus(ctx, admin, cancelled.id, { to: "cancelled" });
    await refunded.ship(second.code);
    await updateOrderStatus(ctx, admin, refunded.id, { to: "delivered" });
    await markCashCollected(ctx, admin, refunded.id);
    await updateOrderStatus(ctx, admin, refunded.id, { to: "refunded" });
    for (const [tag, of] of [
      [first, cancelled],
      [second, refunded],
    ] as const)
      expect(await findTag(ctx, tag.code)).toMatchObject({ ownerId: of.buyer.id, petId: of.petId, status: "active" });
  });

  test("stays with the owner after a cancellation if it was used, even without a pet; an unused one is unclaimed", async () => {
    const [used, unused] = [await createTagOrder(), await createTagOrder()];
    const [first, second] = [await createTestTag(ctx), await createTestTag(ctx)];
    for (const [order, tag] of [
      [used, first],
      [unused, second],
    ] as const) {
      await order.ship(tag.code);
      await unlinkPet(ctx, order.buyer, tag.id);
    }
    await receiveScan(ctx, visitOf(first.code, { userId: used.buyer.id }));
    for (const { id } of [used, unused]) await updateOrderStatus(ctx, admin, id, { to: "cancelled" });
    expect(await findTag(ctx, first.code)).toMatchObject({ ownerId: used.buyer.id });
    expect(await findTag(ctx, second.code)).toMatchObject({ ownerId: null });
  });

  test("cannot be claimed after a return without a new claim code, but can be packed for the next buyer", async () => {
    const { buyer, petId, id, number, lineId, ship } = await createTagOrder();
    const tag = await createTestTag(ctx);
    await ship(tag.code);
    await updateTagLabel(ctx, buyer, { tagId: tag.id, label: "Red collar" });
    await updateOrderStatus(ctx, admin, id, { to: "delivered" });
    await markCashCollected(ctx, admin, id);
    await requestReturn(ctx, buyer, number, { lineId, quantity: 1, reason: "changedMind" });
    const [wanted] = await ctx.db.select().from(storeReturns).where(eq(storeReturns.lineId, lineId));
    await reviewReturn(ctx, admin, { returnId: wanted!.id, to: "approved" });
    expect(await findTag(ctx, tag.code)).toMatchObject({ ownerId: buyer.id, petId });
    await receiveReturn(ctx, admin, { returnId: wanted!.id, condition: "ok" });
    expect(await findTag(ctx, tag.code)).toMatchObject({ ownerId: null, petId: null, label: null, labelSearch: null });
    await expect(claimTag(ctx, buyer, { code: tag.code })).rejects.toEqual(refused("tags.claimCodeNeeded", 400));
    const guess = claimTag(ctx, buyer, { code: tag.code, claimCode: "-" });
    await expect(guess).rejects.toEqual(refused("tags.claimCodeWrong", 400));
    const next = await createTagOrder();
    await next.ship(tag.code);
    expect(await findTag(ctx, tag.code)).toMatchObject({ ownerId: next.buyer.id, petId: next.petId });
  });

  test("uses no tag when the order is cancelled before it is shipped", async () => {
    const { id, buyer, number } = await createTagOrder();
    await updateOrderStatus(ctx, admin, id, { to: "cancelled" });
    const { lines } = await getOrderDetails(ctx, await getOwnOrder(ctx, buyer, number));
    expect(lines).toMatchObject([{ tagCodes: [] }]);
  });
});
