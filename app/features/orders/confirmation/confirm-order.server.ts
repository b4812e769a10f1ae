import { and, asc, count, eq, gt, inArray, isNull, lt, max, notInArray } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, gone, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { hourMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { readConfirmKey } from "../confirm-link.server.ts";
import { cancelPendingOrder, getAuditSubject, lockOrder, type Order } from "../fulfilment/order-status.server.ts";
import { addEvent, notifyBuyer } from "../order-events.server.ts";
import type { ConfirmForm } from "../orders.forms.server.ts";
import { canConfirm } from "../orders.rules.ts";
import { storeOrderEvents, storeOrders } from "../orders.tables.server.ts";

/**
 * Returns the order of a confirmation link. Throws 404 for an invalid link and 410 for an order whose account was
 * deleted.
 */
export async function getOrderByKey(ctx: AppContext, key: string): Promise<Order> {
  const orderId = readConfirmKey(ctx, key);
  const [order] = orderId ? await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, orderId)) : [];
  if (!order?.userId) throw orderId ? gone("order") : notFound();
  return order;
}

/** Confirms the order of a link on behalf of its buyer. A repeat changes nothing; a cancelled order is rejected. */
export async function confirmByKey(ctx: AppContext, key: string, form: ConfirmForm): Promise<void> {
  const { id, userId } = await getOrderByKey(ctx, key);
  await confirm(ctx, id, userId, form);
}

/** Confirms the actor's own order. */
export async function confirmOwnOrder(ctx: AppContext, actor: Pick<Actor, "id">, orderId: string, form: ConfirmForm) {
  await confirm(ctx, orderId, actor.id, form, (order) => order.userId === actor.id);
}

/** Confirms an order for a buyer who confirmed by phone. Administrators only. */
export async function confirmForBuyer(ctx: AppContext, admin: Actor, orderId: string, form: ConfirmForm) {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const before = await lockOrder(tx, orderId);
    const after = await confirm(tx, orderId, admin.id, form);
    await recordChange(tx, admin, { action: "order.confirm", subject: getAuditSubject(before), before, after });
  });
}

/** Takes back a confirmation by mistake. Throws `orders.movedOn` once packing has begun. Administrators only. */
export async function undoConfirmation(ctx: AppContext, admin: Actor, orderId: string): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const before = await lockOrder(tx, orderId);
    if (before.status !== "pending" || !before.confirmedAt) throw new AppError("orders.movedOn", 409);
    const after = { ...before, confirmedAt: null };
    await tx.db
      .update(storeOrders)
      .set({ confirmedAt: null, updatedAt: tx.clock.now() })
      .where(eq(storeOrders.id, orderId));
    await addEvent(tx, { orderId, kind: "putBack", byUserId: admin.id });
    await recordChange(tx, admin, { action: "order.confirm", subject: getAuditSubject(before), before, after });
  });
}

/** Records that the buyer of an unconfirmed order did not answer the phone. Administrators only. */
export async function recordUnansweredCall(ctx: AppContext, admin: Actor, orderId: string): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    if (!canConfirm(await lockOrder(tx, orderId))) throw new AppError("orders.cannotConfirm", 409);
    await addEvent(tx, { orderId, kind: "notReached", byUserId: admin.id });
  });
}

/** How long after a reminder the buyer gets no other one, in milliseconds. */
const reminderPauseMs = 12 * hourMs;

/**
 * Reminds the buyer of an unconfirmed order to confirm it, with its link. Throws `orders.remindedLately` within twelve
 * hours of the last reminder. Administrators only.
 */
export async function remindBuyer(ctx: AppContext, admin: Actor, orderId: string): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!canConfirm(order)) throw new AppError("orders.cannotConfirm", 409);
    const { remindedAt } = (await listAttempts(tx, admin, [orderId])).get(orderId) ?? {};
    if (remindedAt && remindedAt > tx.clock.ago(reminderPauseMs)) throw new AppError("orders.remindedLately", 409);
    await addEvent(tx, { orderId, kind: "reminded", byUserId: admin.id });
    await notifyBuyer(tx, order, "toConfirm");
  });
}

/** Returns how often each order's buyer was called in vain, when last, and when they were last reminded. */
export async function listAttempts(
  { db }: AppContext,
  admin: Actor,
  orderIds: readonly string[],
): Promise<Map<string, { calls: number; calledAt: Date | null; remindedAt: Date | null }>> {
  requireAdmin(admin);
  const rows = await db
    .select({
      orderId: storeOrderEvents.orderId,
      kind: storeOrderEvents.kind,
      times: count(),
      lastAt: max(storeOrderEvents.at),
    })
    .from(storeOrderEvents)
    .where(
      and(inArray(storeOrderEvents.orderId, [...orderIds]), inArray(storeOrderEvents.kind, ["notReached", "reminded"])),
    )
    .groupBy(storeOrderEvents.orderId, storeOrderEvents.kind);
  const find = (id: string, wanted: string) => rows.find(({ orderId, kind }) => orderId === id && kind === wanted);
  return new Map(
    orderIds.map((id) => {
      const calls = find(id, "notReached");
      return [
        id,
        { calls: calls?.times ?? 0, calledAt: calls?.lastAt ?? null, remindedAt: find(id, "reminded")?.lastAt ?? null },
      ];
    }),
  );
}

async function confirm(
  ctx: AppContext,
  orderId: string,
  byUserId: string | null,
  form: ConfirmForm,
  isAllowed: (order: Order) => boolean = () => true,
): Promise<Order> {
  return withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!isAllowed(order)) throw notFound();
    if (order.confirmedAt !== null) return order;
    if (!canConfirm(order)) throw new AppError("orders.cannotConfirm", 409);
    const now = tx.clock.now();
    const values = {
      confirmedAt: now,
      landmark: form.landmark ?? order.landmark,
      deliveryWindow: form.deliveryWindow,
      updatedAt: now,
    };
    await tx.db.update(storeOrders).set(values).where(eq(storeOrders.id, order.id));
    await addEvent(tx, { orderId, kind: "confirmed", byUserId });
    return { ...order, ...values };
  });
}

/** Cancels the order of a link on behalf of its buyer, while it is pending. */
export async function cancelByKey(ctx: AppContext, key: string): Promise<void> {
  const { id } = await getOrderByKey(ctx, key);
  await withTransaction(ctx, async (tx) => cancelPendingOrder(tx, await lockOrder(tx, id), "changedMind"));
}

const batch = 100;

/**
 * Cancels orders not confirmed in time, each in its own transaction, and restores their stock. Returns how many. An
 * order that cannot be cancelled is logged and does not prevent the others.
 */
export async function cancelUnconfirmed(ctx: AppContext): Promise<number> {
  const { confirmHours } = readSiteSettings(ctx).orders;
  if (confirmHours === 0) return 0;
  const latest = ctx.clock.ago(confirmHours * hourMs);
  let cancelled = 0;
  const failed: string[] = [];
  for (;;) {
    const due = await ctx.db
      .select({ id: storeOrders.id })
      .from(storeOrders)
      .where(
        and(
          eq(storeOrders.status, "pending"),
          isNull(storeOrders.confirmedAt),
          gt(storeOrders.totalCents, 0),
          lt(storeOrders.placedAt, latest),
          notInArray(storeOrders.id, failed),
        ),
      )
      .orderBy(asc(storeOrders.placedAt))
      .limit(batch);
    for (const { id } of due)
      await withTransaction(ctx, async (tx) => {
        const order = await lockOrder(tx, id);
        // Confirmed or cancelled in the meantime.
        if (!canConfirm(order)) return;
        await cancelPendingOrder(tx, order, "unconfirmed");
        cancelled++;
      }).catch((error) => {
        ctx.log.error({ err: error, orderId: id }, "unconfirmed order could not be cancelled");
        failed.push(id);
      });
    if (due.length < batch) return cancelled;
  }
}

/** Runs every 15 minutes. */
export const unconfirmedOrdersJob = defineJob<AppContext, object>(
  "orders.cancel-unconfirmed",
  { cron: "*/15 * * * *", expireInSeconds: 600 },
  async (ctx) => {
    await cancelUnconfirmed(ctx);
  },
);
