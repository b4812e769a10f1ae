import { and, asc, desc, eq, gt, inArray, isNull, ne, notExists, notInArray, or, sql } from "drizzle-orm";
import { recordChange, recordChanges } from "#app/features/audit-log/audit-log.server.ts";
import { restoreStock } from "#app/features/catalog/stock.server.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { claimReplacement, getTagToReplace } from "#app/features/tags/replacements.server.ts";
import { claimTag, releaseTags } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { addEvent, addEvents, formatParcel, formatRefund, notifyBuyer } from "../order-events.server.ts";
import type { MoveForm } from "../orders.forms.server.ts";
import {
  type CancelReason,
  canCancelOwn,
  canCollect,
  canConfirm,
  canMove,
  canRefund,
  canWriteOff,
  isFinal,
  type OrderStatus,
} from "../orders.rules.ts";
import {
  courierEvents,
  storeOrderEvents,
  storeOrderLines,
  storeOrders,
  storeReturns,
} from "../orders.tables.server.ts";
import { unfinishedReturnStatuses } from "../returns.rules.ts";
import { consumeWaitingEvents, lockTrackingNumber } from "../waiting-events.server.ts";

export type Order = typeof storeOrders.$inferSelect;
export type OrderLine = typeof storeOrderLines.$inferSelect;

/** Returns the subject that identifies an order in the audit log. */
export function getAuditSubject({ id, number, userId }: Pick<Order, "id" | "number" | "userId">) {
  return { kind: "order", id, name: number, personId: userId } as const;
}

/** Locks and returns an order, so that concurrent changes are serialized; 404 if it does not exist. */
export async function lockOrder(tx: AppContext, orderId: string): Promise<Order> {
  const [order] = await tx.db.select().from(storeOrders).where(eq(storeOrders.id, orderId)).for("no key update");
  if (!order) throw notFound();
  return order;
}

export async function listOrderLines({ db }: Pick<AppContext, "db">, orderId: string): Promise<OrderLine[]> {
  return db.select().from(storeOrderLines).where(eq(storeOrderLines.orderId, orderId)).orderBy(storeOrderLines.id);
}

type Move = Pick<MoveForm, "to"> & Partial<Omit<MoveForm, "to" | "orderId">>;

/**
 * Changes the status of an order; administrators only. Rejects a status that cannot follow, naming those that can;
 * shipping without a code for each tag that is for a pet; and cancelling or refunding while money or a return is open.
 * Stock is restored exactly once, unless the goods are damaged (`isDamaged`).
 */
export async function updateOrderStatus(ctx: AppContext, admin: Actor, orderId: string, move: Move): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const after = await changeLockedStatus(tx, admin, order, move);
    await recordChange(tx, admin, {
      action: "order.move",
      subject: getAuditSubject(order),
      before: order,
      after: { ...after, note: move.note },
    });
  });
}

/** Cancels the buyer's own order. Rejects with 409 (`orders.tooLateToCancel`) once packing has begun. */
export async function cancelOwnOrder(ctx: AppContext, actor: Actor, orderNumber: string, note?: string | null) {
  await withTransaction(ctx, async (tx) => {
    const [order] = await tx.db
      .select()
      .from(storeOrders)
      .where(and(eq(storeOrders.number, orderNumber), eq(storeOrders.userId, actor.id)))
      .for("no key update");
    if (!order) throw notFound();
    if (!canCancelOwn(order)) throw new AppError("orders.tooLateToCancel", 409);
    await changeLockedStatus(tx, actor, order, { to: "cancelled", note: note ?? null, cancelReason: "changedMind" });
  });
}

/** Cancels the unshipped orders of a buyer who deletes their account. */
export async function cancelOrdersOfUser(tx: AppContext, userId: string): Promise<void> {
  const waiting = await tx.db
    .select()
    .from(storeOrders)
    .where(and(eq(storeOrders.userId, userId), inArray(storeOrders.status, ["pending", "processing"])))
    .orderBy(storeOrders.id)
    .for("no key update");
  for (const order of waiting) await changeLockedStatus(tx, { id: userId }, order, { to: "cancelled" });
}

/** Cancels a pending order on behalf of its buyer or the system. The caller holds the order's lock. */
export async function cancelPendingOrder(tx: AppContext, order: Order, cancelReason: CancelReason): Promise<void> {
  if (!canCancelOwn(order)) throw new AppError("orders.tooLateToCancel", 409);
  await changeLockedStatus(tx, { id: null }, order, { to: "cancelled", cancelReason });
}

/** Marks a shipped order as delivered, as reported by the courier. The caller holds the order's lock. */
export async function markDelivered(tx: AppContext, order: Order): Promise<void> {
  await changeLockedStatus(tx, { id: null }, order, { to: "delivered" });
}

async function changeLockedStatus(
  tx: AppContext,
  actor: { id: string | null },
  order: Order,
  move: Move,
): Promise<Order> {
  if (!canMove(order.status, move.to)) throw new AppError(`orders.cannotMove.${order.status}`, 409);
  const values = await effects[move.to](tx, order, move);
  const now = tx.clock.now();
  await tx.db
    .update(storeOrders)
    .set({ ...values, status: move.to, trackingCode: null, updatedAt: now })
    .where(eq(storeOrders.id, order.id));
  const cents = (values.refundedCents ?? order.refundedCents) - order.refundedCents;
  await addEvent(tx, {
    orderId: order.id,
    // No status can be followed by pending.
    kind: move.to === "pending" ? "placed" : move.to,
    byUserId: actor.id,
    note: move.note ?? null,
    ...(cents > 0 ? { cents: -cents } : {}),
  });
  const after = { ...order, ...values, status: move.to };
  if (move.to !== "pending")
    await notifyBuyer(
      tx,
      order,
      move.to,
      move.to === "shipped" ? formatParcel(tx, after) : cents > 0 ? formatRefund(tx, order, cents) : undefined,
    );
  if (move.to === "shipped") {
    const isNewNumber = order.trackingNumber !== after.trackingNumber;
    const isDelivered = await (isNewNumber ? consumeWaitingEvents(tx, after) : isReportedDelivered(tx, order));
    if (isDelivered) await markDelivered(tx, after);
  }
  return after;
}

/**
 * Returns whether the last event that the courier has reported for the order is its delivery, e.g. before it was marked
 * as shipped. Events before the tracking number was changed or a status taken back do not count.
 */
async function isReportedDelivered({ db }: AppContext, { id }: Order): Promise<boolean> {
  const changes = [eq(storeOrderEvents.orderId, id), inArray(storeOrderEvents.kind, ["tracking", "putBack"])];
  const [last] = await db
    .select({ state: courierEvents.state })
    .from(courierEvents)
    .where(
      and(
        eq(courierEvents.orderId, id),
        notExists(
          db
            .select({ id: storeOrderEvents.id })
            .from(storeOrderEvents)
            .where(and(...changes, gt(storeOrderEvents.at, courierEvents.receivedAt))),
        ),
      ),
    )
    .orderBy(desc(courierEvents.at), desc(courierEvents.receivedAt))
    .limit(1);
  return last?.state === "delivered";
}

/** How long after shipping a tracking number is the order's alone, in milliseconds: couriers use numbers again. */
const trackingReuseMs = 180 * dayMs;

/**
 * Rejects tracking numbers that another order has (409, `orders.trackingTaken`): the courier's reports and money would
 * reach only one of them. Those of cancelled orders, and of orders shipped half a year ago, are free again.
 */
export async function requireUnusedTracking(
  { db, clock }: AppContext,
  orderIds: readonly string[],
  trackingNumbers: readonly string[],
  field?: string,
): Promise<void> {
  const [taken] = await db
    .select({ order: storeOrders.number, number: storeOrders.trackingNumber })
    .from(storeOrders)
    .where(
      and(
        inArray(storeOrders.trackingNumber, [...trackingNumbers]),
        notInArray(storeOrders.id, [...orderIds]),
        ne(storeOrders.status, "cancelled"),
        or(isNull(storeOrders.shippedAt), gt(storeOrders.shippedAt, clock.ago(trackingReuseMs))),
      ),
    )
    .limit(1);
  if (!taken) return;
  const params = { order: taken.order, number: `\u2066${taken.number}\u2069` };
  throw new AppError("orders.trackingTaken", 409, { params, ...(field && { field }) });
}

/** Rejects a tracking number that another order has; of two orders that get it at the same time, the second. */
async function requireFreeTracking(tx: AppContext, { id }: Order, trackingNumber: string | null): Promise<void> {
  if (!trackingNumber) return;
  await lockTrackingNumber(tx, trackingNumber);
  await requireUnusedTracking(tx, [id], [trackingNumber]);
}

type Effect = (tx: AppContext, order: Order, move: Move) => Promise<Partial<Order>>;

/** What each status change does besides changing the status. */
const effects: Record<OrderStatus, Effect> = {
  pending: async () => ({}),
  processing: async (tx, order) => {
    if (readSiteSettings(tx).orders.confirmHours > 0 && canConfirm(order))
      throw new AppError("orders.notConfirmed", 409);
    return {};
  },
  shipped: async (tx, order, move) => {
    const trackingNumber = move.trackingNumber ?? order.trackingNumber;
    await requireFreeTracking(tx, order, trackingNumber);
    await packTags(tx, order, move.codes ?? {});
    return { shippedAt: tx.clock.now(), trackingNumber };
  },
  delivered: async (tx) => ({ deliveredAt: tx.clock.now() }),
  cancelled: async (tx, order, move) => {
    if (order.payment !== "unpaid") throw new AppError("orders.collectedAlready", 409);
    const lines = await listOrderLines(tx, order.id);
    if (!move.isDamaged)
      await restoreStock(tx, { reference: order.id, reason: order.status === "shipped" ? "refuse" : "cancel" }, lines);
    if (order.status === "shipped") await releaseTagsOfBuyer(tx, order, await listIdleTags(tx, order, lines));
    return { cancelReason: move.cancelReason ?? null };
  },
  refunded: async (tx, order, move) => {
    if (!canRefund(order)) throw new AppError("orders.nothingCollected", 409);
    const open = await tx.db
      .select({ id: storeReturns.id })
      .from(storeReturns)
      .where(and(eq(storeReturns.orderId, order.id), inArray(storeReturns.status, [...unfinishedReturnStatuses])));
    if (open.length > 0) throw new AppError("orders.returnsOpen", 409);
    const lines = await listOrderLines(tx, order.id);
    const rest = lines
      .map(({ productId, quantity, returned }) => ({ productId, quantity: quantity - returned }))
      .filter(({ quantity }) => quantity > 0);
    if (!move.isDamaged) await restoreStock(tx, { reference: order.id, reason: "refund" }, rest);
    for (const { id, quantity } of lines)
      await tx.db.update(storeOrderLines).set({ returned: quantity }).where(eq(storeOrderLines.id, id));
    // A refund does not say where the tags are: a pet may be wearing them.
    return { payment: "refunded", refundedCents: order.collectedCents };
  },
};

/** Releases tags that the buyer no longer has, for later use. */
export async function releaseTagsOfBuyer(tx: AppContext, { userId }: Order, codes: readonly string[]): Promise<void> {
  if (userId) await releaseTags(tx, userId, codes);
}

/**
 * Returns the packed tags that certainly protect no pet: without a pet and never scanned by people or their owner. For
 * all others a cancelled order proves nothing; they stay with their owner until an administrator releases them
 * individually.
 */
async function listIdleTags(tx: AppContext, { userId }: Order, lines: readonly OrderLine[]): Promise<string[]> {
  const codes = lines.flatMap((line) => line.tagCodes);
  if (!userId || codes.length === 0) return [];
  const isScanned = tx.db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(and(eq(scanRecords.tagId, tags.id), inArray(scanRecords.evidence, [...byPeople, "owner"])));
  const rows = await tx.db
    .select({ code: tags.code })
    .from(tags)
    .where(and(inArray(tags.code, codes), eq(tags.ownerId, userId), isNull(tags.petId), notExists(isScanned)))
    .orderBy(tags.id)
    .for("update");
  return rows.map(({ code }) => code);
}

/**
 * Claims the packed tags for the buyer and links them to their pets, so that they arrive ready for use; a replacement
 * takes over from the old tag. A pet that was removed in the meantime needs no tag; codes entered for it anyway are
 * claimed without a pet.
 */
async function packTags(tx: AppContext, order: Order, codes: Record<string, string>): Promise<void> {
  const buyer = order.userId;
  if (!buyer) return;
  for (const line of await listOrderLines(tx, order.id)) {
    const old = await findReplaced(tx, buyer, line.replacesTagId);
    const petId = line.petId ?? old?.petId;
    const pet = petId ? await findPet(tx, { id: buyer }, petId) : null;
    const typed = (codes[line.id] ?? "").split(/[\s,;،]+/).filter(Boolean);
    const isNeeded = pet !== null || old !== null;
    if ((!line.petId && !line.replacesTagId) || (!isNeeded && typed.length === 0)) continue;
    if (typed.length !== line.quantity)
      throw new AppError("orders.codesNeeded", 400, { field: `codes.${line.id}`, params: { count: line.quantity } });
    const packed: string[] = [];
    for (const code of typed) {
      const isFirst = packed.length === 0;
      const claiming =
        old && isFirst
          ? claimReplacement(tx, { id: buyer }, { tagId: old.id, code, petId: pet?.id }, { isPacked: true })
          : claimTag(tx, { id: buyer }, { code, petId: pet?.id }, { isPacked: true });
      const tag = await claiming.catch((error) => {
        if (!(error instanceof AppError)) throw error;
        throw new AppError(error.code, error.status, { field: `codes.${line.id}`, ...paramsOf(error) });
      });
      packed.push(tag.code);
    }
    await tx.db.update(storeOrderLines).set({ tagCodes: packed }).where(eq(storeOrderLines.id, line.id));
  }
}

/** Returns the tag that a line replaces; null if it no longer exists or has been replaced by another one. */
async function findReplaced(tx: AppContext, buyer: string, tagId: string | null) {
  if (!tagId) return null;
  const old = await getTagToReplace(tx, { id: buyer }, tagId).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return old && !old.replacedAt && !old.successorCode ? old : null;
}

const paramsOf = ({ params }: AppError) => (params ? { params } : {});

/** State of an order before a change that can be undone. */
export interface StatusBefore {
  status: OrderStatus;
  trackingNumber: string | null;
}

/**
 * Restores an order's previous status after a mistaken change, without notifying the buyer. Throws `orders.movedOn`
 * when it has changed since, tags were packed for it or a return was requested, and `orders.cannotPutBack` for a change
 * that moved stock or money.
 */
export async function undoOrderStep(ctx: AppContext, admin: Actor, orderId: string, before: StatusBefore) {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!canMove(before.status, order.status)) throw new AppError("orders.movedOn", 409);
    if (isFinal(order.status)) throw new AppError("orders.cannotPutBack", 409);
    const lines = await listOrderLines(tx, order.id);
    const isShipping = order.status === "shipped";
    const isPacked = lines.some(({ tagCodes }) => tagCodes.length > 0);
    if (isShipping && (isPacked || order.payment !== "unpaid")) throw new AppError("orders.movedOn", 409);
    // Its goods would come back twice: by the return, and when the order is cancelled.
    if ((await tx.db.$count(storeReturns, eq(storeReturns.orderId, order.id))) > 0)
      throw new AppError("orders.movedOn", 409);
    if (isShipping) await requireFreeTracking(tx, order, before.trackingNumber);
    const values = {
      status: before.status,
      ...(isShipping && { shippedAt: null, trackingNumber: before.trackingNumber }),
      ...(order.status === "delivered" && { deliveredAt: null }),
    };
    await tx.db
      .update(storeOrders)
      .set({ ...values, updatedAt: tx.clock.now() })
      .where(eq(storeOrders.id, order.id));
    await addEvent(tx, { orderId, kind: "putBack", byUserId: admin.id });
    await recordChange(tx, admin, {
      action: "order.move",
      subject: getAuditSubject(order),
      before: order,
      after: { ...order, ...values },
    });
  });
}

/** Records that the courier delivered the cash: once, for a shipped or delivered order. Administrators only. */
export async function markCashCollected(ctx: AppContext, admin: Actor, orderId: string): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!canCollect(order)) throw new AppError("orders.cannotCollect", 409);
    const now = tx.clock.now();
    const collected = { payment: "collected", collectedCents: order.totalCents } as const;
    await tx.db
      .update(storeOrders)
      .set({ ...collected, collectedAt: now, updatedAt: now })
      .where(eq(storeOrders.id, order.id));
    await recordChange(tx, admin, {
      action: "order.cash",
      subject: getAuditSubject(order),
      before: order,
      after: { ...order, ...collected },
    });
    await addEvent(tx, { orderId, kind: "collected", byUserId: admin.id, cents: order.totalCents });
  });
}

/**
 * Like `markCashCollected`, for many orders in few statements, in the caller's transaction. Returns for each existing
 * order null, or why its cash cannot be recorded.
 */
export async function markCashCollectedOfMany(
  tx: AppContext,
  admin: Actor,
  orderIds: readonly string[],
): Promise<Map<string, AppError | null>> {
  requireAdmin(admin);
  // Locks in a fixed order, so that administrators working on the same orders do not deadlock.
  const orders = await tx.db
    .select()
    .from(storeOrders)
    .where(inArray(storeOrders.id, [...orderIds]))
    .orderBy(asc(storeOrders.id))
    .for("update");
  const due = orders.filter(canCollect);
  const now = tx.clock.now();
  if (due.length > 0) {
    const ids = due.map(({ id }) => id);
    await tx.db
      .update(storeOrders)
      .set({ payment: "collected", collectedCents: sql`${storeOrders.totalCents}`, collectedAt: now, updatedAt: now })
      .where(inArray(storeOrders.id, ids));
    await recordChanges(
      tx,
      admin,
      due.map((order) => ({
        action: "order.cash" as const,
        subject: getAuditSubject(order),
        before: order,
        after: { ...order, payment: "collected" as const, collectedCents: order.totalCents },
      })),
    );
    await addEvents(
      tx,
      due.map(({ id, totalCents }) => ({
        orderId: id,
        kind: "collected" as const,
        byUserId: admin.id,
        cents: totalCents,
      })),
    );
  }
  return new Map(
    orders.map((order) => [order.id, canCollect(order) ? null : new AppError("orders.cannotCollect", 409)]),
  );
}

/** Undoes a mistaken cash collection. Throws `orders.movedOn` once money was refunded. */
export async function undoCashCollection(ctx: AppContext, admin: Actor, orderId: string): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.payment !== "collected" || order.refundedCents > 0) throw new AppError("orders.movedOn", 409);
    const uncollected = { payment: "unpaid", collectedCents: 0, collectedAt: null } as const;
    await tx.db
      .update(storeOrders)
      .set({ ...uncollected, updatedAt: tx.clock.now() })
      .where(eq(storeOrders.id, order.id));
    await recordChange(tx, admin, {
      action: "order.cash",
      subject: getAuditSubject(order),
      before: order,
      after: { ...order, ...uncollected },
    });
    await addEvent(tx, { orderId, kind: "putBack", byUserId: admin.id, cents: -order.collectedCents });
  });
}

/**
 * Writes off a delivered order whose cash will never be collected, with a reason. Throws `orders.cannotWriteOff` for
 * any other order.
 */
export async function markOrderWrittenOff(ctx: AppContext, admin: Actor, orderId: string, note: string | null) {
  await setWrittenOff(ctx, admin, orderId, { isWrittenOff: true, note });
}

/** Undoes a write-off; the cash is due again. Throws `orders.movedOn` when the order is not written off. */
export async function undoWriteOff(ctx: AppContext, admin: Actor, orderId: string): Promise<void> {
  await setWrittenOff(ctx, admin, orderId, { isWrittenOff: false, note: null });
}

async function setWrittenOff(
  ctx: AppContext,
  admin: Actor,
  orderId: string,
  { isWrittenOff, note }: { isWrittenOff: boolean; note: string | null },
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (isWrittenOff && !canWriteOff(order)) throw new AppError("orders.cannotWriteOff", 409);
    if (!isWrittenOff && order.payment !== "writtenOff") throw new AppError("orders.movedOn", 409);
    const payment = isWrittenOff ? "writtenOff" : "unpaid";
    await tx.db.update(storeOrders).set({ payment, updatedAt: tx.clock.now() }).where(eq(storeOrders.id, order.id));
    await recordChange(tx, admin, {
      action: "order.writeOff",
      subject: getAuditSubject(order),
      before: order,
      after: { ...order, payment, note },
    });
    await addEvent(tx, { orderId, kind: isWrittenOff ? "writtenOff" : "putBack", byUserId: admin.id, note });
  });
}

/**
 * Sets or clears the tracking number while the order is processing or shipped; rejects one that another order has. What
 * the courier has already reported for a new number is applied.
 */
export async function updateTracking(ctx: AppContext, admin: Actor, orderId: string, trackingNumber: string | null) {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.status !== "shipped" && order.status !== "processing") throw new AppError("orders.noParcel", 409);
    if (order.trackingNumber === trackingNumber) return;
    await requireFreeTracking(tx, order, trackingNumber);
    await tx.db
      .update(storeOrders)
      .set({ trackingNumber, trackingCode: null, updatedAt: tx.clock.now() })
      .where(eq(storeOrders.id, order.id));
    await recordChange(tx, admin, {
      action: "order.tracking",
      subject: getAuditSubject(order),
      before: order,
      after: { ...order, trackingNumber },
    });
    await addEvent(tx, { orderId, kind: "tracking", byUserId: admin.id, note: trackingNumber });
    const after = { ...order, trackingNumber };
    if (await consumeWaitingEvents(tx, after)) await markDelivered(tx, after);
  });
}
