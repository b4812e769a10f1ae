import { and, eq, inArray, lte, ne, sql, sum } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { restoreStock } from "#app/features/catalog/stock.server.ts";
import { withPhoto } from "#app/features/pets/photos/pet-photo.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import {
  getAuditSubject,
  listOrderLines,
  lockOrder,
  type Order,
  releaseTagsOfBuyer,
} from "../fulfilment/order-status.server.ts";
import { addEvent, formatItem, formatRefund, formatReturnAddress, notifyBuyer } from "../order-events.server.ts";
import { storeOrderLines, storeOrders, storeReturns } from "../orders.tables.server.ts";
import {
  type Condition,
  canReturn,
  nextReturnStatuses,
  openReturnStatuses,
  type ReturnReason,
  type ReturnStatus,
  unfinishedReturnStatuses,
} from "../returns.rules.ts";

interface ReturnForm {
  lineId: string;
  quantity: number;
  reason: ReturnReason;
  note?: string | null;
  photo?: File | undefined;
}

/**
 * Requests the return of pieces of one line, within 30 days of delivery. Rejects a later request, more pieces than
 * remain, a second open request for the line, and an unusable photo.
 */
export async function requestReturn(
  ctx: AppContext,
  actor: Actor,
  orderNumber: string,
  form: ReturnForm,
): Promise<void> {
  await findReturnable(ctx, actor, orderNumber, form);
  await withPhoto(ctx, actor, form.photo?.size ? form.photo : undefined, (photoId) =>
    withTransaction(ctx, async (tx) => {
      const { order } = await findReturnable(tx, actor, orderNumber, form);
      const now = tx.clock.now();
      await tx.db.insert(storeReturns).values({
        id: createId(),
        orderId: order.id,
        lineId: form.lineId,
        quantity: form.quantity,
        reason: form.reason,
        note: form.note ?? null,
        photoId,
        requestedAt: now,
        updatedAt: now,
      });
      await addEvent(tx, { orderId: order.id, kind: "returnRequested", byUserId: actor.id });
    }),
  );
}

async function findReturnable(tx: AppContext, actor: Actor, orderNumber: string, form: ReturnForm) {
  const [order] = await tx.db
    .select()
    .from(storeOrders)
    .where(and(eq(storeOrders.number, orderNumber), eq(storeOrders.userId, actor.id)))
    .for("no key update");
  if (!order) throw notFound();
  const line = (await listOrderLines(tx, order.id)).find(({ id }) => id === form.lineId);
  if (!line) throw notFound();
  if (!canReturn(order, tx.clock.now())) throw new AppError("returns.tooLate", 409);
  const [open] = await tx.db
    .select({ id: storeReturns.id })
    .from(storeReturns)
    .where(and(eq(storeReturns.lineId, line.id), inArray(storeReturns.status, [...openReturnStatuses])));
  if (open) throw new AppError("returns.alreadyOpen", 409);
  const remaining = line.quantity - line.returned;
  if (!Number.isInteger(form.quantity) || form.quantity < 1 || form.quantity > remaining)
    throw new AppError("returns.tooMany", 409, { field: "quantity", params: { count: remaining } });
  return { order, line };
}

type Return = typeof storeReturns.$inferSelect;

/** Locks the return's order, as everything that changes an order does, and then reads the return. */
async function lockReturn(tx: AppContext, returnId: string): Promise<{ order: Order; orderReturn: Return }> {
  const [row] = await tx.db
    .select({ orderId: storeReturns.orderId })
    .from(storeReturns)
    .where(eq(storeReturns.id, returnId));
  if (!row) throw notFound();
  const order = await lockOrder(tx, row.orderId);
  const [orderReturn] = await tx.db.select().from(storeReturns).where(eq(storeReturns.id, returnId));
  return { order, orderReturn: orderReturn as Return };
}

async function advanceReturn(
  ctx: AppContext,
  admin: Actor,
  returnId: string,
  to: ReturnStatus,
  work: (tx: AppContext, order: Order, orderReturn: Return) => Promise<Partial<Return> & { cents?: number }>,
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const { order, orderReturn } = await lockReturn(tx, returnId);
    if (!nextReturnStatuses[orderReturn.status].includes(to))
      throw new AppError(`returns.cannotMove.${orderReturn.status}`, 409);
    const { cents, ...values } = await work(tx, order, orderReturn);
    await tx.db
      .update(storeReturns)
      .set({ ...values, status: to, updatedAt: tx.clock.now() })
      .where(eq(storeReturns.id, orderReturn.id));
    await recordChange(tx, admin, {
      action: to === "received" ? "return.receive" : to === "refunded" ? "return.refund" : "return.decide",
      subject: { ...getAuditSubject(order), kind: "return", id: orderReturn.id },
      before: orderReturn,
      after: { ...orderReturn, ...values, status: to },
    });
    const kind = eventOf[to];
    await addEvent(tx, {
      orderId: order.id,
      kind,
      byUserId: admin.id,
      note: values.answer ?? null,
      ...(cents && { cents }),
    });
    const text = {
      approved: formatReturnAddress(tx, order),
      refunded: formatRefund(tx, order, Math.abs(cents ?? 0)),
      declined: undefined,
      requested: undefined,
      received: undefined,
    };
    const [line] = await tx.db.select().from(storeOrderLines).where(eq(storeOrderLines.id, orderReturn.lineId));
    const { language } = order;
    const item = line && formatItem(tx.translator(language), language, { ...line, quantity: orderReturn.quantity });
    // A later return of the same line has its number, so that no two subjects are alike.
    const number = await tx.db.$count(
      storeReturns,
      and(eq(storeReturns.lineId, orderReturn.lineId), lte(storeReturns.id, orderReturn.id)),
    );
    await notifyBuyer(tx, order, kind, text[to], item && (number > 1 ? `${item} (${number})` : item));
    if (to === "refunded") await closeWhenFullyReturned(tx, admin, order.id);
  });
}

const eventOf = {
  requested: "returnRequested",
  approved: "returnApproved",
  declined: "returnDeclined",
  received: "returnReceived",
  refunded: "returnRefunded",
} as const;

/**
 * Approves a return, also one that was declined, or declines it with a message, which the buyer is told to read.
 * Rejects it with 400 (`returns.reasonNeeded`) when declining without one, and with 409 if its status is no
 * longer `from`, or if its pieces were returned otherwise. Administrators only.
 */
export async function reviewReturn(
  ctx: AppContext,
  admin: Actor,
  form: {
    returnId: string;
    from?: "requested" | "approved" | "declined";
    to: "approved" | "declined";
    answer?: string | null;
  },
): Promise<void> {
  const { from = "requested" } = form;
  await advanceReturn(ctx, admin, form.returnId, form.to, async (tx, order, orderReturn) => {
    const { status } = orderReturn;
    if (status === "declined") await requireStillReturnable(tx, order, orderReturn);
    if (status !== from) throw new AppError(`returns.cannotMove.${status}`, 409);
    if (form.to === "declined" && !form.answer) throw new AppError("returns.reasonNeeded", 400);
    return { answer: form.answer ?? null };
  });
}

/** Rejects to reopen a declined return whose order was refunded, or whose pieces were returned or requested since. */
async function requireStillReturnable({ db }: AppContext, order: Order, { id, lineId, quantity }: Return) {
  if (order.status !== "delivered") throw new AppError("returns.cannotMove.declined", 409);
  const [line] = await db.select().from(storeOrderLines).where(eq(storeOrderLines.id, lineId));
  const isOpen = inArray(storeReturns.status, [...openReturnStatuses]);
  const open = await db.$count(storeReturns, and(eq(storeReturns.lineId, lineId), ne(storeReturns.id, id), isOpen));
  if (!line || open > 0 || line.quantity - line.returned < quantity)
    throw new AppError("returns.cannotMove.declined", 409);
}

/**
 * Records that the goods were received: intact ones are restored to stock once, damaged ones are not. Administrators
 * only.
 */
export async function receiveReturn(ctx: AppContext, admin: Actor, form: { returnId: string; condition: Condition }) {
  await advanceReturn(ctx, admin, form.returnId, "received", async (tx, order, orderReturn) => {
    const { id, lineId, quantity, status } = orderReturn;
    if (status === "declined") await requireStillReturnable(tx, order, orderReturn);
    const [line] = await tx.db
      .update(storeOrderLines)
      .set({ returned: sql`${storeOrderLines.returned} + ${quantity}` })
      .where(eq(storeOrderLines.id, lineId))
      .returning();
    if (!line) throw notFound();
    // It is not recorded which of several tags came back; once all did, none is the buyer's.
    if (line.returned === line.quantity) await releaseTagsOfBuyer(tx, order, line.tagCodes);
    if (form.condition === "ok")
      await restoreStock(tx, { reference: id, reason: "return" }, [{ productId: line.productId, quantity }]);
    return { condition: form.condition, ...(status === "declined" && { answer: null }) };
  });
}

/**
 * Records that the price of the returned pieces was refunded. Rejects with 409 (`returns.notPaid`) while the
 * order's cash has not been collected. Administrators only. Returns the order's number and the amount in cents.
 */
export async function markReturnRefunded(
  ctx: AppContext,
  admin: Actor,
  returnId: string,
): Promise<{ number: string; refundCents: number }> {
  let refunded = { number: "", refundCents: 0 };
  await advanceReturn(ctx, admin, returnId, "refunded", async (tx, order, { lineId, quantity }) => {
    if (order.payment !== "collected" && order.totalCents > 0) throw new AppError("returns.notPaid", 409);
    const [line] = await tx.db.select().from(storeOrderLines).where(eq(storeOrderLines.id, lineId));
    if (!line) throw notFound();
    const refundCents = line.priceCents * quantity;
    refunded = { number: order.number, refundCents };
    if (refundCents === 0) return { refundCents };
    await tx.db
      .update(storeOrders)
      .set({ refundedCents: order.refundedCents + refundCents, updatedAt: tx.clock.now() })
      .where(eq(storeOrders.id, order.id));
    return { refundCents, cents: -refundCents };
  });
  return refunded;
}

/** Marks an order as refunded when all its pieces were returned and no return is open. */
async function closeWhenFullyReturned(tx: AppContext, admin: Actor, orderId: string): Promise<void> {
  const [rest] = await tx.db
    .select({ kept: sum(sql`${storeOrderLines.quantity} - ${storeOrderLines.returned}`).mapWith(Number) })
    .from(storeOrderLines)
    .where(eq(storeOrderLines.orderId, orderId));
  const open = await tx.db
    .select({ id: storeReturns.id })
    .from(storeReturns)
    .where(and(eq(storeReturns.orderId, orderId), inArray(storeReturns.status, [...unfinishedReturnStatuses])));
  if (rest?.kept !== 0 || open.length > 0) return;
  await tx.db
    .update(storeOrders)
    .set({
      status: "refunded",
      payment: sql`case when ${storeOrders.collectedCents} > 0 then 'refunded' else ${storeOrders.payment} end`,
      updatedAt: tx.clock.now(),
    })
    .where(eq(storeOrders.id, orderId));
  await addEvent(tx, { orderId, kind: "refunded", byUserId: admin.id });
}
