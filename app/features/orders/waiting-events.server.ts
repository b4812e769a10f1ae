import { desc, eq, inArray, lt } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createMac, type Installation, listSecrets } from "#app/platform/crypto/secrets.server.ts";
import { lockInTransaction } from "#app/platform/db/advisory-locks.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { addEvents } from "./order-events.server.ts";
import { courierEvents, type storeOrders, waitingCourierEvents } from "./orders.tables.server.ts";

/** Returns the keyed hash by which an order is found for a tracking number that is not stored any more. */
export function createTrackingCode(ctx: Installation, trackingNumber: string): string {
  return createMac(ctx, `parcel ${trackingNumber}`).toString("base64url");
}

/** Returns the hashes under which a tracking number may be stored, one for each secret in use. */
export function listTrackingCodes(ctx: Installation, trackingNumber: string): string[] {
  return listSecrets(ctx).map((secret) => createTrackingCode({ settings: { secret } }, trackingNumber));
}

/** How long an event waits for its tracking number to be stored, in milliseconds. */
const maxWaitMs = 30 * dayMs;

/** Number of events that can wait; beyond it the oldest are deleted. */
const maxWaiting = 10_000;

/**
 * Makes other transactions that receive an event of this tracking number, or store the number, wait until this one has
 * ended.
 */
export async function lockTrackingNumber({ db }: AppContext, trackingNumber: string): Promise<void> {
  await lockInTransaction({ db }, "parcel", trackingNumber);
}

/** Stores an event of an unknown parcel until its number is stored. Returns false if it is stored already. */
export async function addWaitingEvent(
  { db, clock }: AppContext,
  event: Omit<typeof waitingCourierEvents.$inferInsert, "receivedAt">,
): Promise<boolean> {
  const [known] = await db.select({ id: courierEvents.id }).from(courierEvents).where(eq(courierEvents.id, event.id));
  if (known) return false;
  const added = await db
    .insert(waitingCourierEvents)
    .values({ ...event, receivedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: waitingCourierEvents.id });
  return added.length > 0;
}

/**
 * Adds the events that waited for an order's new tracking number to its timeline. Returns whether the last of them is
 * the delivery of a shipped order, which the caller then marks as delivered. The caller holds the order's lock.
 */
export async function consumeWaitingEvents(
  tx: AppContext,
  { id: orderId, trackingNumber, status }: Pick<typeof storeOrders.$inferSelect, "id" | "trackingNumber" | "status">,
): Promise<boolean> {
  if (!trackingNumber) return false;
  await lockTrackingNumber(tx, trackingNumber);
  const taken = await tx.db
    .delete(waitingCourierEvents)
    .where(eq(waitingCourierEvents.trackingNumber, trackingNumber))
    .returning();
  if (taken.length === 0) return false;
  const waiting = taken.sort((one, other) => +one.at - +other.at || +one.receivedAt - +other.receivedAt);
  const receivedAt = tx.clock.now();
  await tx.db
    .insert(courierEvents)
    .values(waiting.map(({ id, state, at }) => ({ id, orderId, state, at, receivedAt })))
    .onConflictDoNothing();
  const isDelivered = status === "shipped" && waiting.at(-1)?.state === "delivered";
  const shown = isDelivered ? waiting.slice(0, -1) : waiting;
  await addEvents(
    tx,
    shown.map(({ state }) => ({ orderId, kind: "courier" as const, byUserId: null, note: state })),
  );
  return isDelivered;
}

/** Deletes events that have waited for 30 days, and all but the newest `most`. */
export async function deleteWaitingEvents({ db, clock }: AppContext, { most = maxWaiting } = {}): Promise<void> {
  const monthAgo = clock.ago(maxWaitMs);
  await db.delete(waitingCourierEvents).where(lt(waitingCourierEvents.receivedAt, monthAgo));
  const surplus = db
    .select({ id: waitingCourierEvents.id })
    .from(waitingCourierEvents)
    .orderBy(desc(waitingCourierEvents.receivedAt))
    .offset(most);
  await db.delete(waitingCourierEvents).where(inArray(waitingCourierEvents.id, surplus));
}

export const waitingEventsJob = defineJob<AppContext, object>(
  "orders.purge-courier-events",
  { cron: "52 * * * *", expireInSeconds: 300 },
  (ctx) => deleteWaitingEvents(ctx),
);
