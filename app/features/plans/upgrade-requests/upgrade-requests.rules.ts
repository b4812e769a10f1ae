import { isAdmin } from "#app/features/users/users.rules.ts";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";

/** How an upgrade is paid (specification §5). */
export const paymentMethods = ["instapay", "bankTransfer", "wallet", "other"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Methods that have an address to pay to; *other* is described in the notes. */
export const payableMethods = ["instapay", "bankTransfer", "wallet"] as const;
/** Where people pay to, as they read it; empty: the team tells them. */
export type PayTo = Record<(typeof payableMethods)[number], string>;

export const requestStatuses = ["pending", "approved", "rejected", "withdrawn"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Why a request is turned down, each said to its owner in their language. */
export const rejectReasons = ["notReceived", "amountDiffers", "unreadable", "usedBefore", "other"] as const;

export const maxLengths = { reference: 80, notes: 1000, reviewNote: 500, payTo: 200 } as const;

/**
 * Whether an administrator may grant this request. Nobody grants their own while there is somebody else to look at the
 * payment; the only administrator may, and the audit log says so.
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

/** Whoever asked may take it back until the team has decided. */
export function canWithdraw(actor: { id: string }, request: Asked): boolean {
  return request.userId === actor.id && request.status === "pending";
}

/** What was paid has a receipt. */
export function hasReceipt({ status }: Pick<Asked, "status">): boolean {
  return status === "approved";
}

/** What a request and its receipt are called: `ALP-000042`. */
export function receiptNumber({ number }: { number: number }): string {
  return `ALP-${String(number).padStart(6, "0")}`;
}

/** A reference in one spelling, so that the same payment is known again: `٠١٢-ab 3` and `012AB3` are alike. */
export function referenceKey(reference: string | null | undefined): string | null {
  const key = foldDigits((reference ?? "").normalize("NFKC"))
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
  return key.length >= 4 ? key : null;
}
