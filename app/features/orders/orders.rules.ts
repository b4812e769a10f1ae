export const orderStatuses = ["pending", "processing", "shipped", "delivered", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Allowed status transitions. A shipped order that is refused at the door becomes cancelled. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "cancelled"],
  processing: ["shipped", "cancelled"],
  shipped: ["delivered", "cancelled"],
  delivered: ["refunded"],
  cancelled: [],
  refunded: [],
};

/** Whether an order in this status cannot change any more. */
export function isFinal(status: OrderStatus): boolean {
  return nextStatuses[status].length === 0;
}

export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].includes(to);
}

/** Payment state, independent of the order's status. */
export const payments = ["unpaid", "collected", "refunded", "writtenOff"] as const;
export type Payment = (typeof payments)[number];

/** Only collected cash can be refunded; a free order has nothing to refund. */
export function canRefund(order: { payment: Payment }): boolean {
  return order.payment === "collected";
}

/** Delivered orders whose cash was never collected can be written off; free orders cannot. */
export function canWriteOff(order: { status: OrderStatus; payment: Payment; totalCents: number }): boolean {
  return order.status === "delivered" && order.payment === "unpaid" && order.totalCents > 0;
}

/** Cash is paid on delivery: it can be collected only for shipped or delivered orders that are not free. */
export function canCollect(order: { status: OrderStatus; payment: Payment; totalCents: number }): boolean {
  return (
    order.totalCents > 0 && order.payment === "unpaid" && (order.status === "shipped" || order.status === "delivered")
  );
}

/**
 * Why an order was cancelled. An unpaid parcel that comes back has one of the first two, which count against the buyer.
 */
export const cancelReasons = [
  "refusedAtDoor",
  "unreachable",
  "wrongAddress",
  "changedMind",
  "soldOut",
  "unconfirmed",
  "other",
] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Reasons for which a parcel was shipped in vain. */
export const refusals = ["refusedAtDoor", "unreachable"] as const satisfies readonly CancelReason[];

/** States of a parcel that a courier reports. */
export const courierStates = ["underway", "delivered", "failed", "returned"] as const;
export type CourierState = (typeof courierStates)[number];

/** Delivery windows, in the destination's local time. */
export const deliveryWindows = ["morning", "afternoon", "evening"] as const;

/** Whether an order still has to be confirmed: it is pending and not free. */
export function canConfirm(order: { status: OrderStatus; confirmedAt: Date | null; totalCents: number }): boolean {
  return order.status === "pending" && order.confirmedAt === null && order.totalCents > 0;
}

export const paymentMethods = ["cashOnDelivery"] as const;

export const eventKinds = [
  "placed",
  "processing",
  "shipped",
  "delivered",
  "cancelled",
  "refunded",
  "collected",
  "tracking",
  "putBack",
  "writtenOff",
  "confirmed",
  "notReached",
  "reminded",
  "addressChanged",
  "courier",
  "returnRequested",
  "returnApproved",
  "returnDeclined",
  "returnReceived",
  "returnRefunded",
] as const;
export type EventKind = (typeof eventKinds)[number];

const steps: readonly EventKind[] = ["confirmed", "processing", "shipped", "delivered", "collected", "writtenOff"];

/** Returns an order's events without the steps that were undone, and without their undoing. */
export function removeUndoneEvents<Event extends { kind: EventKind; cents: number | null }>(
  events: readonly Event[],
): Event[] {
  const shown: Event[] = [];
  for (const event of events) {
    if (event.kind !== "putBack") shown.push(event);
    else {
      const undone = shown.findLastIndex(
        ({ kind, cents }) => steps.includes(kind) && (cents === null) === (event.cents === null),
      );
      if (undone >= 0) shown.splice(undone, 1);
    }
  }
  return shown;
}

/** Whether the buyer can cancel: until packing begins. */
export function canCancelOwn(order: { status: OrderStatus }): boolean {
  return order.status === "pending";
}

/** Whether an administrator can correct the delivery address: until the order is shipped. */
export function canCorrectAddress(order: { status: OrderStatus }): boolean {
  return order.status === "pending" || order.status === "processing";
}

/** Whether the buyer can correct the delivery address: until packing begins. */
export function canCorrectOwnAddress(order: { status: OrderStatus }): boolean {
  return order.status === "pending";
}

/** Whether the order's lines can be rated. */
export function canRate(order: { status: OrderStatus }): boolean {
  return order.status === "delivered";
}

export const maxLengths = {
  fullName: 100,
  street: 200,
  city: 80,
  landmark: 120,
  state: 80,
  zipCode: 20,
  note: 500,
  tracking: 60,
} as const;

interface Counted {
  priceCents: number;
  quantity: number;
}

/** Returns the subtotal in minor units. */
export function subtotalOf(lines: readonly Counted[]): number {
  return lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}

/** Returns the tax included in an amount, in the same unit, rounded half up. `basisPoints`: 1400 is 14 %. */
export function taxIn(cents: number, basisPoints: number): number {
  return Math.round((cents * basisPoints) / (10_000 + basisPoints));
}
