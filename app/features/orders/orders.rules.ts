export const orderStatuses = ["pending", "processing", "shipped", "delivered", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Where an order may go from each status. A shipped parcel that is refused at the door comes back as cancelled. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "cancelled"],
  processing: ["shipped", "cancelled"],
  shipped: ["delivered", "cancelled"],
  delivered: ["refunded"],
  cancelled: [],
  refunded: [],
};

/** Whether an order in this status can change no more. */
export function isFinal(status: OrderStatus): boolean {
  return nextStatuses[status].length === 0;
}

export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].includes(to);
}

/** Whether the money is there; apart from where the parcel is. */
export const payments = ["unpaid", "collected", "refunded", "writtenOff"] as const;
export type Payment = (typeof payments)[number];

/** Only what was collected can be paid back; an order that cost nothing has nothing to pay back. */
export function canRefund(order: { payment: Payment }): boolean {
  return order.payment === "collected";
}

/** What arrived and will never be paid for is written off; it was not paid back, since nothing was collected. */
export function canWriteOff(order: { status: OrderStatus; payment: Payment; totalCents: number }): boolean {
  return order.status === "delivered" && order.payment === "unpaid" && order.totalCents > 0;
}

/** Cash changes hands at the door: only a parcel that left can have been paid, and only one that costs something. */
export function canCollect(order: { status: OrderStatus; payment: Payment; totalCents: number }): boolean {
  return (
    order.totalCents > 0 && order.payment === "unpaid" && (order.status === "shipped" || order.status === "delivered")
  );
}

/** Why an order was cancelled. A parcel that came back unpaid is one of the first two, and counts against its buyer. */
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

/** Reasons for which a parcel travelled in vain. */
export const refusals = ["refusedAtDoor", "unreachable"] as const satisfies readonly CancelReason[];

/** What a courier reports of a parcel. */
export const courierStates = ["underway", "delivered", "failed", "returned"] as const;
export type CourierState = (typeof courierStates)[number];

/** When a parcel may be brought, by the clock of the place it goes to. */
export const deliveryWindows = ["morning", "afternoon", "evening"] as const;

/** What is still to be confirmed: nobody has packed it, and it costs something. */
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
  "addressChanged",
  "courier",
  "returnRequested",
  "returnApproved",
  "returnDeclined",
  "returnReceived",
  "returnRefunded",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** A buyer may still change their mind as long as nobody has begun to pack. */
export function canCancelOwn(order: { status: OrderStatus }): boolean {
  return order.status === "pending";
}

/** What was bought may be rated once it is there. */
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

/** minor units. */
export function subtotalOf(lines: readonly Counted[]): number {
  return lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}

/** The tax that a price holds, in the same unit, rounded half up. `basisPoints`: 1400 is 14 %. */
export function taxIn(cents: number, basisPoints: number): number {
  return Math.round((cents * basisPoints) / (10_000 + basisPoints));
}
