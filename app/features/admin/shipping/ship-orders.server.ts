import { inArray, sql } from "drizzle-orm";
import * as z from "zod";
import { startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { requireUnusedTracking } from "#app/features/orders/fulfilment/order-status.server.ts";
import type { shipForm } from "#app/features/orders/orders.forms.server.ts";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
import { storeOrderLines, storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { findTags } from "#app/features/tags/tags.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { type Parcel, shipOrders } from "../orders/bulk-orders.server.ts";
import { type CodeState, readPastedParcels, readTypedCodes, type ShippedOrder } from "./parcels.rules.ts";

/**
 * Returns those of the orders that are packed and can be shipped, in the given order, with the tags that each needs.
 */
export async function listParcels({ db }: AppContext, admin: Actor, orderIds: readonly string[]) {
  requireAdmin(admin);
  if (orderIds.length === 0) return [];
  const orders = await db
    .select({
      id: storeOrders.id,
      number: storeOrders.number,
      status: storeOrders.status,
      fullName: storeOrders.fullName,
      city: storeOrders.city,
      trackingNumber: storeOrders.trackingNumber,
    })
    .from(storeOrders)
    .where(inArray(storeOrders.id, [...orderIds]));
  const lines = await db
    .select({
      id: storeOrderLines.id,
      orderId: storeOrderLines.orderId,
      nameEn: storeOrderLines.nameEn,
      nameAr: storeOrderLines.nameAr,
      codes: storeOrderLines.quantity,
    })
    .from(storeOrderLines)
    .where(
      sql`${inArray(storeOrderLines.orderId, [...orderIds])} and (${storeOrderLines.petId} is not null or ${storeOrderLines.replacesTagId} is not null)`,
    )
    .orderBy(storeOrderLines.id);
  const place = new Map(orderIds.map((id, index) => [id, index]));
  return orders
    .filter(({ status }) => status === "processing")
    .sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    .map((order) => ({ ...order, lines: lines.filter(({ orderId }) => orderId === order.id) }));
}

export type ParcelView = Awaited<ReturnType<typeof listParcels>>[number];

/** Codes to look up before they are packed. */
export const codesToCheck = z.object({ codes: z.array(z.string().max(200)).max(500) });

/** Tells by key which tags exist and belong to nobody yet. */
export async function checkTagCodes(ctx: AppContext, admin: Actor, codes: readonly string[]) {
  requireAdmin(admin);
  const keys = [...new Set(codes.map(codeKey))].filter(Boolean);
  const found = await findTags(ctx, keys);
  const stateOf = (key: string): CodeState => {
    const tag = found.get(key);
    return tag?.status !== "active" ? "unknown" : tag.ownerId ? "taken" : "free";
  };
  return Object.fromEntries(keys.map((key) => [key, stateOf(key)]));
}

/**
 * Ships orders, each with its tracking number and tag codes, and returns the run's id. Pasted values fill the fields
 * left empty. Throws `adminOrders.ship.unknown` for a pasted order that is not selected, `adminOrders.ship.tooMany`
 * for more lines than orders, `adminOrders.ship.twice` for a tracking number used twice, and `orders.trackingTaken` for
 * one of another order.
 */
export async function shipParcels(ctx: AppContext, admin: Actor, form: z.output<typeof shipForm>, listPath: string) {
  const orders = await listParcels(ctx, admin, form.ids);
  const shippedOrders: ShippedOrder[] = orders;
  const pasted = readPastedParcels(form.pasted, shippedOrders);
  const atPasted = { field: "pasted" };
  if (pasted.unknown.length > 0)
    throw new AppError("adminOrders.ship.unknown", 400, {
      ...atPasted,
      params: { numbers: pasted.unknown.join(", ") },
    });
  if (pasted.tooMany > 0)
    throw new AppError("adminOrders.ship.tooMany", 400, { ...atPasted, params: { count: pasted.tooMany } });
  const parcels: Record<string, Parcel> = {};
  for (const { id, lines } of orders) {
    const tracking = form.tracking[id] || pasted.parcels[id]?.tracking || null;
    if (tracking && tracking.length > maxLengths.tracking)
      throw new AppError("form.maxLength", 400, { ...atPasted, params: { length: maxLengths.tracking } });
    const codes = lines.map((line) => {
      const typed = form.codes[line.id] || pasted.parcels[id]?.codes[line.id] || "";
      return [line.id, readTypedCodes(typed).join(" ")];
    });
    parcels[id] = { trackingNumber: tracking, codes: Object.fromEntries(codes) };
  }
  const numbers = Object.values(parcels).flatMap(({ trackingNumber }) => trackingNumber ?? []);
  const twice = numbers.find((one, index) => numbers.indexOf(one) !== index);
  if (twice) throw new AppError("adminOrders.ship.twice", 400, { ...atPasted, params: { number: twice } });
  await requireUnusedTracking(ctx, form.ids, numbers, "pasted");
  const subjects = ctx.db
    .select({ id: storeOrders.id, name: storeOrders.number })
    .from(storeOrders)
    .where(inArray(storeOrders.id, form.ids))
    .orderBy(storeOrders.id)
    .getSQL();
  return startBulkRun(ctx, admin, shipOrders, { params: { parcels }, listPath, subjects });
}
