import { returnDays } from "#app/features/catalog/shipping.rules.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { OrderStatus } from "../orders.rules.ts";

export const returnStatuses = ["requested", "approved", "received", "refunded", "declined"] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

export const nextReturnStatuses: Record<ReturnStatus, readonly ReturnStatus[]> = {
  requested: ["approved", "declined"],
  approved: ["received", "declined"],
  received: ["refunded"],
  refunded: [],
  // A decision that was wrong, or a parcel that arrived after all.
  declined: ["approved", "received"],
};

/** Statuses in which a return awaits a decision or its parcel; until then its product cannot be returned again. */
export const openReturnStatuses: readonly ReturnStatus[] = ["requested", "approved"];

export const returnReasons = ["wrongSize", "notAsShown", "damaged", "wrongItem", "changedMind", "other"] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Condition of returned goods: damaged ones do not go back into stock. */
export const conditions = ["ok", "damaged"] as const;
export type Condition = (typeof conditions)[number];

export function returnDeadline(deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + returnDays * dayMs);
}

export function canReturn(order: { status: OrderStatus; deliveredAt: Date | null }, now: Date): boolean {
  return order.status === "delivered" && order.deliveredAt !== null && now <= returnDeadline(order.deliveredAt);
}
