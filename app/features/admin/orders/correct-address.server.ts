import { and, count, eq, inArray, ne } from "drizzle-orm";
import * as z from "zod";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { addEvent } from "#app/features/orders/fulfilment/order-events.server.ts";
import { getAuditSubject, lockOrder, type Order } from "#app/features/orders/fulfilment/order-status.server.ts";
import { maxLengths, refusals } from "#app/features/orders/orders.rules.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { always, line, orNull, readPhone, rejectField } from "#app/platform/http/forms/fields.server.ts";

/** Form to correct the delivery address of an order. */
export const addressForm = z
  .object({
    orderId: z.uuid(),
    /** When the order was last changed as of opening the form, in milliseconds. */
    seen: z.coerce.number().int(),
    country: z.string().length(2),
    fullName: line(maxLengths.fullName).min(1),
    phone: z.string(),
    state: orNull(line(maxLengths.state)),
    city: line(maxLengths.city).min(1),
    address: line(maxLengths.street).min(1),
    landmark: orNull(line(maxLengths.landmark)),
    zipCode: orNull(line(maxLengths.zipCode)),
  })
  .superRefine(({ country, phone }: { country?: string; phone?: string }, context) => {
    if (typeof phone === "string" && !readPhone(phone, country)) rejectField(context, "phone", "errors.phone");
  }, always)
  .transform(({ country, phone, ...form }) => ({ ...form, phone: readPhone(phone, country) ?? phone }));

type AddressForm = z.output<typeof addressForm>;

/**
 * Corrects the delivery address and the phone number for the courier until the order is shipped; the country cannot be
 * changed, since the shipping cost depends on it. Throws `orders.tooLateToCorrect` after shipping, and
 * `orders.changedMeanwhile` when the order was changed since the form was opened.
 */
export async function updateOrderAddress(ctx: AppContext, admin: Actor, { orderId, seen, ...form }: AddressForm) {
  requireAdmin(admin);
  await transaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.status !== "pending" && order.status !== "processing") throw new AppError("orders.tooLateToCorrect", 409);
    if (order.updatedAt.getTime() !== seen) throw new AppError("orders.changedMeanwhile", 409);
    await tx.db
      .update(storeOrders)
      .set({ ...form, updatedAt: tx.clock.now() })
      .where(eq(storeOrders.id, order.id));
    await addEvent(tx, { orderId, kind: "addressChanged", byUserId: admin.id });
    // The address itself is stored in the order, not in the log.
    await recordChange(tx, admin, { action: "order.address", subject: getAuditSubject(order) });
  });
}

/** Returns how many of the buyer's earlier parcels were refused, and of how many orders. Administrators only. */
export async function countRefusals({ db }: AppContext, admin: Actor, { id, userId }: Pick<Order, "id" | "userId">) {
  requireAdmin(admin);
  if (!userId) return { refused: 0, orders: 0 };
  const others = and(eq(storeOrders.userId, userId), ne(storeOrders.id, id));
  const refused = await db.$count(storeOrders, and(others, inArray(storeOrders.cancelReason, [...refusals])));
  const [row] = await db.select({ orders: count() }).from(storeOrders).where(others);
  return { refused, orders: row?.orders ?? 0 };
}
