import { isAdmin } from "#app/features/users/users.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";

/** Payment methods of an upgrade (specification §5). */
export const paymentMethods = ["instapay", "bankTransfer", "wallet", "other"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Methods with a payment address; *other* is described in the notes. */
export const payableMethods = ["instapay", "bankTransfer", "wallet"] as const;
/** Payment addresses as displayed; empty: administrators provide them on request. */
export type PayTo = Record<(typeof payableMethods)[number], string>;

export const requestStatuses = ["pending", "approved", "rejected", "withdrawn"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Why a request is rejected; each is translated for its owner. */
export const rejectReasons = ["notReceived", "amountDiffers", "unreadable", "usedBefore", "other"] as const;

export const maxLengths = { reference: 80, notes: 1000, reviewNote: 500, payTo: 200 } as const;

/**
 * Whether an administrator may approve this request. Their own only when there is no other administrator, which the
 * audit log records.
 */
export function canApprove(
  actor: { id: string; role: "user" | "admin" },
  request: { userId: string | null },
  others: number,
): boolean {
  return isAdmin(actor) && (request.userId !== actor.id || others === 0);
}

interface Asked {
  userId: string | null;
  status: RequestStatus;
}

/** Whether the owner may withdraw a request: until it is decided. */
export function canWithdraw(actor: { id: string }, request: Asked): boolean {
  return request.userId === actor.id && request.status === "pending";
}

/** Whether a request has a receipt: once approved. */
export function hasReceipt({ status }: Pick<Asked, "status">): boolean {
  return status === "approved";
}

/** Returns the number of a request and its receipt: `ALP-000042`. */
export function receiptNumber({ number }: { number: number }): string {
  return `ALP-${String(number).padStart(6, "0")}`;
}

/**
 * Normalizes a reference, so that a repeated payment is recognized: `٠١٢-ab 3` and `012AB3` are equal. Null when it is
 * too short.
 */
export function referenceKey(reference: string | null | undefined): string | null {
  const key = foldDigits((reference ?? "").normalize("NFKC"))
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
  return key.length >= 4 ? key : null;
}
