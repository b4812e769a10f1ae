import { eq } from "drizzle-orm";
import * as z from "zod";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { addFieldIssue, always, findPhoneProblem, readPhone } from "#app/platform/http/forms/fields.server.ts";
import { requirePrintable } from "#app/platform/pdf/text-outlines.server.ts";
import { getAuditSubject, lockOrder, type Order } from "../fulfilment/order-status.server.ts";
import { addEvent, formatCorrection, notifyBuyer } from "../order-events.server.ts";
import { addressFields } from "../orders.forms.server.ts";
import { canCorrectAddress, canCorrectOwnAddress } from "../orders.rules.ts";
import { storeOrders } from "../orders.tables.server.ts";

/** Form to correct the delivery address of an order. */
export const addressForm = z
  .object({
    orderId: z.uuid(),
    /** When the order was last changed as of opening the form, in milliseconds. */
    seen: z.coerce.number().int(),
    ...addressFields,
  })
  .superRefine(({ country, phone }: { country?: string; phone?: string }, context) => {
    if (typeof phone === "string" && !readPhone(phone, country))
      addFieldIssue(context, "phone", findPhoneProblem(phone, country));
  }, always)
  .transform(({ country, phone, ...form }) => ({ ...form, phone: readPhone(phone, country) ?? phone }));

type AddressForm = z.output<typeof addressForm>;

/**
 * Corrects the delivery address and the phone number for the courier until the order is shipped; the country cannot be
 * changed, since the shipping cost depends on it. Throws `orders.tooLateToCorrect` after shipping, and
 * `orders.changedMeanwhile` when the order was changed since the form was opened. The buyer is notified of the old and
 * the new details. Administrators only.
 */
export async function updateOrderAddress(ctx: AppContext, admin: Actor, form: AddressForm): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, form.orderId);
    if (!canCorrectAddress(order)) throw new AppError("orders.tooLateToCorrect", 409);
    const { orderId: _order, seen: _seen, ...address } = form;
    if (!(await updateAddress(tx, admin, order, form))) return;
    await notifyBuyer(tx, order, "addressCorrected", formatCorrection(tx, order, address));
    // The address itself is stored in the order, not in the log.
    await recordChange(tx, admin, { action: "order.address", subject: getAuditSubject(order) });
  });
}

/**
 * Like `updateOrderAddress`, by the buyer, until packing begins. Throws `orders.tooLateToCorrectOwn` after that; 404 for
 * someone else's order.
 */
export async function updateOwnAddress(ctx: AppContext, actor: Actor, form: AddressForm): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, form.orderId);
    if (order.userId !== actor.id) throw notFound();
    if (!canCorrectOwnAddress(order)) throw new AppError("orders.tooLateToCorrectOwn", 409);
    await updateAddress(tx, actor, order, form);
  });
}

/** Stores the new details. Returns whether they differ; nothing is written otherwise. */
async function updateAddress(
  tx: AppContext,
  actor: Actor,
  order: Order,
  { orderId, seen, ...address }: AddressForm,
): Promise<boolean> {
  if (order.updatedAt.getTime() !== seen) throw new AppError("orders.changedMeanwhile", 409);
  await requirePrintable(address);
  if (Object.entries(address).every(([field, value]) => order[field as keyof typeof address] === value)) return false;
  await tx.db
    .update(storeOrders)
    .set({ ...address, updatedAt: tx.clock.now() })
    .where(eq(storeOrders.id, order.id));
  await addEvent(tx, { orderId, kind: "addressChanged", byUserId: actor.id });
  return true;
}
