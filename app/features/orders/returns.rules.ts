import { returnDays } from "#app/features/catalog/shipping.rules.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { canCollect, canRefund, nextStatuses, type OrderStatus, type Payment } from "./orders.rules.ts";

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

/** Statuses in which a return still has a next step, its refund included; until then its order cannot be refunded. */
export const unfinishedReturnStatuses: readonly ReturnStatus[] = [...openReturnStatuses, "received"];

/**
 * Returns what is left to do with an order: the statuses it can change to, given its money and returns, and what else
 * it waits for.
 */
export function listNextSteps(
  order: { status: OrderStatus; payment: Payment; totalCents: number },
  returns: readonly { status: ReturnStatus }[],
): { moves: OrderStatus[]; waitsFor: ("return" | "cash")[] } {
  const hasReturn = returns.some(({ status }) => unfinishedReturnStatuses.includes(status));
  const moves = nextStatuses[order.status].filter((to) => {
    if (to === "cancelled") return order.payment === "unpaid";
    return to !== "refunded" || (canRefund(order) && !hasReturn);
  });
  return {
    moves,
    waitsFor: [
      ...(hasReturn ? (["return"] as const) : []),
      ...(order.status === "delivered" && canCollect(order) ? (["cash"] as const) : []),
    ],
  };
}

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
