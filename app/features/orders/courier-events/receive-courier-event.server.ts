import { createHmac } from "node:crypto";
import { and, desc, eq, inArray, ne, or } from "drizzle-orm";
import * as z from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isEqualSecret } from "#app/platform/crypto/secrets.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { parseJson } from "#app/platform/i18n/text/plain-text.ts";
import { lockOrder, markDelivered } from "../fulfilment/order-status.server.ts";
import { addEvent } from "../order-events.server.ts";
import { courierStates } from "../orders.rules.ts";
import { courierEvents, storeOrders } from "../orders.tables.server.ts";
import { addWaitingEvent, listTrackingCodes, lockTrackingNumber } from "../waiting-events.server.ts";

/** Tracking event sent by a courier or an adapter. */
const courierEvent = z.object({
  /** Unique for each event, so that a repeated one is processed once. */
  id: z.string().min(1).max(100),
  trackingNumber: z.string().trim().min(1).max(60),
  state: z.enum(courierStates),
  /** ISO 8601. */
  at: z.iso.datetime({ offset: true }),
});

/** Maximum age of an event in milliseconds; older ones are ignored. */
const maxAgeMs = 30 * dayMs;

/** Returns the hex HMAC-SHA-256 of a body, as sent in `x-signature` after `sha256=`. */
export function signCourierBody(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

function isSigned(secret: string, body: string, header: string | null): boolean {
  const received = Buffer.from(header?.replace(/^sha256=/, "") ?? "", "hex");
  return isEqualSecret(received, Buffer.from(signCourierBody(secret, body), "hex"));
}

/** HTTP status of the response, and the reason in one word. */
export interface CourierAnswer {
  status: 200 | 202 | 400 | 401 | 404;
  result: "done" | "again" | "late" | "waiting" | "malformed" | "unsigned" | "off";
}

/**
 * Processes a courier's event: adds it to the order's timeline; a delivered parcel marks a shipped order as delivered,
 * or one that is still being packed once it is marked as shipped. Each event id is processed once, in any order. Events
 * of unknown parcels wait until the number is stored. Events older than 30 days are acknowledged without effect,
 * because a courier would otherwise retry them forever. Disabled without `COURIER_SECRET`.
 */
export async function receiveCourierEvent(
  ctx: AppContext,
  body: string,
  signature: string | null,
): Promise<CourierAnswer> {
  const { courierSecret } = ctx.settings;
  if (!courierSecret) return { status: 404, result: "off" };
  if (!isSigned(courierSecret, body, signature)) return { status: 401, result: "unsigned" };
  const read = courierEvent.safeParse(readBody(body));
  if (!read.success) return { status: 400, result: "malformed" };
  const { id, trackingNumber, state, at } = read.data;
  const now = ctx.clock.now();
  if (now.getTime() - Date.parse(at) > maxAgeMs) return { status: 202, result: "late" };
  return withTransaction(ctx, async (tx) => {
    let orderId = await findOrderId(tx, trackingNumber);
    if (!orderId) {
      await lockTrackingNumber(tx, trackingNumber);
      // Stored while this transaction waited.
      orderId = await findOrderId(tx, trackingNumber);
    }
    if (!orderId) {
      const isNew = await addWaitingEvent(tx, { id, trackingNumber, state, at: new Date(at) });
      return isNew ? { status: 202, result: "waiting" } : { status: 200, result: "again" };
    }
    const order = await lockOrder(tx, orderId);
    const added = await tx.db
      .insert(courierEvents)
      .values({ id, orderId: order.id, state, at: new Date(at), receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: courierEvents.id });
    if (added.length === 0) return { status: 200, result: "again" };
    if (state === "delivered" && order.status === "shipped") await markDelivered(tx, order);
    else await addEvent(tx, { orderId: order.id, kind: "courier", byUserId: null, note: state });
    return { status: 200, result: "done" };
  });
}

/**
 * Returns the id of the newest order that has the tracking number, or had it when its buyer's account was deleted, and
 * was not cancelled.
 */
async function findOrderId(ctx: AppContext, trackingNumber: string): Promise<string | null> {
  const codes = listTrackingCodes(ctx, trackingNumber);
  const hasNumber = or(eq(storeOrders.trackingNumber, trackingNumber), inArray(storeOrders.trackingCode, codes));
  const [match] = await ctx.db
    .select({ id: storeOrders.id })
    .from(storeOrders)
    .where(and(hasNumber, ne(storeOrders.status, "cancelled")))
    .orderBy(desc(storeOrders.id))
    .limit(1);
  return match?.id ?? null;
}

function readBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
