import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import {
  confirmForBuyer,
  recordUnansweredCall,
  remindBuyer,
  undoConfirmation,
} from "#app/features/orders/confirmation/confirm-order.server.ts";
import {
  markCashCollected,
  markCashCollectedOfMany,
  markOrderWrittenOff,
  type StatusBefore,
  undoCashCollection,
  undoOrderStep,
  undoWriteOff,
  updateOrderStatus,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import { isFinal, type OrderStatus } from "#app/features/orders/orders.rules.ts";
import { getOrderById } from "./admin-orders.server.ts";

/** Moves orders to another status; cancelling and refunding cannot be undone. */
export const moveOrders: BulkAction<{ to: OrderStatus; note?: string | null }> = {
  kind: "orders.move",
  async apply(tx, admin, orderId, { to, note }): Promise<StatusBefore | null> {
    const { status, trackingNumber } = await getOrderById(tx, admin, orderId);
    await updateOrderStatus(tx, admin, orderId, { to, note: note ?? null });
    return isFinal(to) ? null : { status, trackingNumber };
  },
  undo: (tx, admin, orderId, before) => undoOrderStep(tx, admin, orderId, before as StatusBefore),
};

/** Parcel data of an order: its tracking number, and the codes of the tags in it. */
export interface Parcel {
  trackingNumber: string | null;
  codes: Record<string, string>;
}

/** Ships orders, each with its own tracking number. */
export const shipOrders: BulkAction<{ parcels: Record<string, Parcel> }> = {
  kind: "orders.ship",
  async apply(tx, admin, orderId, { parcels }): Promise<StatusBefore> {
    const { status, trackingNumber } = await getOrderById(tx, admin, orderId);
    await updateOrderStatus(tx, admin, orderId, { to: "shipped", ...parcels[orderId] });
    return { status, trackingNumber };
  },
  undo: (tx, admin, orderId, before) => undoOrderStep(tx, admin, orderId, before as StatusBefore),
};

/** Records that the cash of parcels was collected. */
export const collectOrders: BulkAction<object> = {
  kind: "orders.collect",
  async apply(tx, admin, orderId) {
    await markCashCollected(tx, admin, orderId);
    return { payment: "unpaid" };
  },
  async applyMany(tx, admin, orderIds) {
    const results = await markCashCollectedOfMany(tx, admin, orderIds);
    return new Map([...results].map(([id, refusal]) => [id, refusal ?? { before: { payment: "unpaid" } }] as const));
  },
  undo: (tx, admin, orderId) => undoCashCollection(tx, admin, orderId),
};

/** Writes off orders that will not be paid. */
export const writeOffOrders: BulkAction<{ note: string | null }> = {
  kind: "orders.writeOff",
  async apply(tx, admin, orderId, { note }) {
    await markOrderWrittenOff(tx, admin, orderId, note);
    return { payment: "unpaid" };
  },
  undo: (tx, admin, orderId) => undoWriteOff(tx, admin, orderId),
};

/** Confirms orders whose buyers said so on the phone. */
export const confirmOrders: BulkAction<object> = {
  kind: "orders.confirm",
  async apply(tx, admin, orderId) {
    await confirmForBuyer(tx, admin, orderId, { landmark: null, deliveryWindow: null });
    return { confirmedAt: null };
  },
  undo: (tx, admin, orderId) => undoConfirmation(tx, admin, orderId),
};

/** Records that buyers did not answer the phone. */
export const recordUnansweredCalls: BulkAction<object> = {
  kind: "orders.notReached",
  apply: recordUnansweredCall,
};

/** Reminds buyers to confirm their orders. */
export const remindBuyers: BulkAction<object> = { kind: "orders.remind", apply: remindBuyer };

export const orderBulkActions = [
  moveOrders,
  shipOrders,
  collectOrders,
  writeOffOrders,
  confirmOrders,
  recordUnansweredCalls,
  remindBuyers,
] as const;
