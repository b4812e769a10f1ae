import { and, eq, inArray, isNull, notExists } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { recordChange } from "#app/features/accounts/audit-log.server.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { giveBackStock } from "#app/features/products/stock.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { claimInPlaceOf, getReplacing } from "#app/features/tags/replacements.server.ts";
import { claimTag, releaseTags } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound, Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addEvent, tellBuyer } from "./order-events.server.ts";
import type { MoveForm } from "./orders.forms.server.ts";
import { mayCancelOwn, mayCollect, mayManageOrders, mayMove, mayRefund, type OrderStatus } from "./orders.rules.ts";
import { storeOrderLines, storeOrders, storeReturns } from "./orders.tables.server.ts";

export type Order = typeof storeOrders.$inferSelect;
export type OrderLine = typeof storeOrderLines.$inferSelect;

export function refuseOthers(actor: Actor): void {
  if (!mayManageOrders(actor)) throw new Refusal("accounts.adminRequired", 403);
}

/** An order as the audit log names it. */
export function subjectOf({ id, number, userId }: Pick<Order, "id" | "number" | "userId">) {
  return { kind: "order", id, name: number, personId: userId } as const;
}

/** The order with its row locked, so that two who change it wait for each other. */
export async function lockOrder(inside: World, orderId: string): Promise<Order> {
  const [order] = isId(orderId)
    ? await inside.db.select().from(storeOrders).where(eq(storeOrders.id, orderId)).for("no key update")
    : [];
  if (!order) throw notFound();
  return order;
}

export async function orderLines({ db }: Pick<World, "db">, orderId: string): Promise<OrderLine[]> {
  return db.select().from(storeOrderLines).where(eq(storeOrderLines.orderId, orderId)).orderBy(storeOrderLines.id);
}

type Move = Pick<MoveForm, "to"> & Partial<Omit<MoveForm, "to" | "orderId">>;

/**
 * Moves an order on; only an administrator may. Refuses a step that its status does not allow and says which it does; to
 * ship without a code for each tag that is for a pet; to cancel or refund where money or a return is still open. What
 * comes back goes on the shelf exactly once, unless it is damaged (`isDamaged`).
 */
export async function moveOrder(world: World, admin: Actor, orderId: string, move: Move): Promise<void> {
  refuseOthers(admin);
  await transaction(world, async (inside) => {
    const order = await lockOrder(inside, orderId);
    const after = await moveLocked(inside, admin, order, move);
    await recordChange(inside, admin, {
      action: "order.move",
      subject: subjectOf(order),
      before: order,
      after: { ...after, note: move.note },
    });
  });
}

/** A buyer's own order, given up before anybody packs it. Refuses later than that. */
export async function cancelOwnOrder(world: World, actor: Actor, orderNumber: string, note?: string | null) {
  await transaction(world, async (inside) => {
    const [order] = await inside.db
      .select()
      .from(storeOrders)
      .where(and(eq(storeOrders.number, orderNumber), eq(storeOrders.userId, actor.id)))
      .for("no key update");
    if (!order) throw notFound();
    if (!mayCancelOwn(order)) throw new Refusal("orders.tooLateToCancel", 409);
    await moveLocked(inside, actor, order, { to: "cancelled", note: note ?? null });
  });
}

/** Gives up what a buyer who deletes their account has ordered and nobody has sent yet. */
export async function cancelForLeaving(inside: World, userId: string): Promise<void> {
  const waiting = await inside.db
    .select()
    .from(storeOrders)
    .where(and(eq(storeOrders.userId, userId), inArray(storeOrders.status, ["pending", "processing"])))
    .orderBy(storeOrders.id)
    .for("no key update");
  for (const order of waiting) await moveLocked(inside, { id: userId }, order, { to: "cancelled" });
}

async function moveLocked(inside: World, actor: Pick<Actor, "id">, order: Order, move: Move): Promise<Order> {
  if (!mayMove(order.status, move.to)) throw new Refusal(`orders.cannotMove.${order.status}`, 409);
  const values = await effects[move.to](inside, order, move);
  const now = inside.clock.now();
  await inside.db
    .update(storeOrders)
    .set({ ...values, status: move.to, updatedAt: now })
    .where(eq(storeOrders.id, order.id));
  const cents = (values.refundedCents ?? order.refundedCents) - order.refundedCents;
  await addEvent(inside, {
    orderId: order.id,
    // No status leads back to pending.
    kind: move.to === "pending" ? "placed" : move.to,
    byUserId: actor.id,
    note: move.note ?? null,
    ...(cents > 0 ? { cents: -cents } : {}),
  });
  if (move.to !== "pending") await tellBuyer(inside, order, move.to);
  return { ...order, ...values, status: move.to };
}

type Effect = (inside: World, order: Order, move: Move) => Promise<Partial<Order>>;

/** What each step does besides changing the status. */
const effects: Record<OrderStatus, Effect> = {
  pending: async () => ({}),
  processing: async () => ({}),
  shipped: async (inside, order, move) => {
    await packTags(inside, order, move.codes ?? {});
    return { shippedAt: inside.clock.now(), trackingNumber: move.trackingNumber ?? order.trackingNumber };
  },
  delivered: async (inside) => ({ deliveredAt: inside.clock.now() }),
  cancelled: async (inside, order, move) => {
    if (order.payment !== "unpaid") throw new Refusal("orders.collectedAlready", 409);
    const lines = await orderLines(inside, order.id);
    if (!move.isDamaged)
      await giveBackStock(
        inside,
        { reference: order.id, reason: order.status === "shipped" ? "refuse" : "cancel" },
        lines,
      );
    if (order.status === "shipped") await freeTags(inside, order, await idleTags(inside, order, lines));
    return {};
  },
  refunded: async (inside, order, move) => {
    if (!mayRefund(order)) throw new Refusal("orders.nothingCollected", 409);
    const open = await inside.db
      .select({ id: storeReturns.id })
      .from(storeReturns)
      .where(
        and(eq(storeReturns.orderId, order.id), inArray(storeReturns.status, ["requested", "approved", "received"])),
      );
    if (open.length > 0) throw new Refusal("orders.returnsOpen", 409);
    const lines = await orderLines(inside, order.id);
    const rest = lines
      .map(({ productId, quantity, returned }) => ({ productId, quantity: quantity - returned }))
      .filter(({ quantity }) => quantity > 0);
    if (!move.isDamaged) await giveBackStock(inside, { reference: order.id, reason: "refund" }, rest);
    for (const { id, quantity } of lines)
      await inside.db.update(storeOrderLines).set({ returned: quantity }).where(eq(storeOrderLines.id, id));
    // Paying back says nothing of where the tags are: a pet may be wearing them.
    return { payment: "refunded", refundedCents: order.collectedCents };
  },
};

/** Tags that the buyer does not have any more are put aside for the next. */
export async function freeTags(inside: World, { userId }: Order, codes: readonly string[]): Promise<void> {
  if (userId) await releaseTags(inside, userId, codes);
}

/**
 * The packed tags that surely protect nobody: without a pet and never scanned by people or their owner. Of all others a
 * cancelled order proves nothing; they stay with their owner until an administrator releases them one by one.
 */
async function idleTags(inside: World, { userId }: Order, lines: readonly OrderLine[]): Promise<string[]> {
  const codes = lines.flatMap((line) => line.tagCodes);
  if (!userId || codes.length === 0) return [];
  const isScanned = inside.db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(and(eq(scanRecords.tagId, tags.id), inArray(scanRecords.evidence, [...byPeople, "owner"])));
  const rows = await inside.db
    .select({ code: tags.code })
    .from(tags)
    .where(and(inArray(tags.code, codes), eq(tags.ownerId, userId), isNull(tags.petId), notExists(isScanned)))
    .orderBy(tags.id)
    .for("update");
  return rows.map(({ code }) => code);
}

/**
 * Claims the packed tags for the buyer and links them to their pets, so that they arrive ready; one that replaces a tag
 * takes its place. A pet that was removed
 * since needs no tag; codes that were typed for it all the same are the buyer's, linked to nobody.
 */
async function packTags(inside: World, order: Order, codes: Record<string, string>): Promise<void> {
  const buyer = order.userId;
  if (!buyer) return;
  for (const line of await orderLines(inside, order.id)) {
    const old = await findReplaced(inside, buyer, line.replacesTagId);
    const petId = line.petId ?? old?.petId;
    const pet = petId ? await findPet(inside, { id: buyer }, petId) : null;
    const typed = (codes[line.id] ?? "").split(/[\s,;،]+/).filter(Boolean);
    const isNeeded = pet !== null || old !== null;
    if ((!line.petId && !line.replacesTagId) || (!isNeeded && typed.length === 0)) continue;
    if (typed.length !== line.quantity)
      throw new Refusal("orders.codesNeeded", 400, { field: `codes.${line.id}`, params: { count: line.quantity } });
    const packed: string[] = [];
    for (const code of typed) {
      const isFirst = packed.length === 0;
      const claiming =
        old && isFirst
          ? claimInPlaceOf(inside, { id: buyer }, { tagId: old.id, code, petId: pet?.id }, { isPacked: true })
          : claimTag(inside, { id: buyer }, { code, petId: pet?.id }, { isPacked: true });
      const tag = await claiming.catch((error) => {
        if (!(error instanceof Refusal)) throw error;
        throw new Refusal(error.code, error.status, { field: `codes.${line.id}`, ...paramsOf(error) });
      });
      packed.push(tag.code);
    }
    await inside.db.update(storeOrderLines).set({ tagCodes: packed }).where(eq(storeOrderLines.id, line.id));
  }
}

/** The tag that a line replaces, unless it is gone or another came in its place meanwhile. */
async function findReplaced(inside: World, buyer: string, tagId: string | null) {
  if (!tagId) return null;
  const old = await getReplacing(inside, { id: buyer }, tagId).catch((error) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  return old && !old.replacedAt && !old.successorCode ? old : null;
}

const paramsOf = ({ params }: Refusal) => (params ? { params } : {});

/**
 * Moves many orders at once, each by itself: one that cannot be moved does not hold up the others. Returns how many were
 * moved and the numbers of those that were not.
 */
export async function moveOrders(
  world: World,
  admin: Actor,
  orderIds: readonly string[],
  to: OrderStatus,
): Promise<{ moved: number; refused: number }> {
  refuseOthers(admin);
  const result = { moved: 0, refused: 0 };
  for (const id of new Set(orderIds)) {
    try {
      await moveOrder(world, admin, id, { to });
      result.moved++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      result.refused++;
    }
  }
  return result;
}

/** Notes that the courier brought the cash. Only an administrator; once; for what was shipped or delivered. */
export async function collectCash(world: World, admin: Actor, orderId: string): Promise<void> {
  refuseOthers(admin);
  await transaction(world, async (inside) => {
    const order = await lockOrder(inside, orderId);
    if (!mayCollect(order)) throw new Refusal("orders.cannotCollect", 409);
    const now = inside.clock.now();
    const collected = { payment: "collected", collectedCents: order.totalCents } as const;
    await inside.db
      .update(storeOrders)
      .set({ ...collected, collectedAt: now, updatedAt: now })
      .where(eq(storeOrders.id, order.id));
    await recordChange(inside, admin, {
      action: "order.cash",
      subject: subjectOf(order),
      before: order,
      after: { ...order, ...collected },
    });
    await addEvent(inside, { orderId, kind: "collected", byUserId: admin.id, cents: order.totalCents });
  });
}

/** Sets or clears the parcel's number with the courier while it is on its way. */
export async function changeTracking(world: World, admin: Actor, orderId: string, trackingNumber: string | null) {
  refuseOthers(admin);
  await transaction(world, async (inside) => {
    const order = await lockOrder(inside, orderId);
    if (order.status !== "shipped" && order.status !== "processing") throw new Refusal("orders.noParcel", 409);
    if (order.trackingNumber === trackingNumber) return;
    await inside.db
      .update(storeOrders)
      .set({ trackingNumber, updatedAt: inside.clock.now() })
      .where(eq(storeOrders.id, order.id));
    await recordChange(inside, admin, {
      action: "order.tracking",
      subject: subjectOf(order),
      before: order,
      after: { ...order, trackingNumber },
    });
    await addEvent(inside, { orderId, kind: "tracking", byUserId: admin.id, note: trackingNumber });
  });
}
