/** Stored states of an offer. Expiry is not one of them. */
export const transferStates = ["open", "accepted", "declined", "cancelled"] as const;

/** Days for which an offer is valid. */
export const offerDays = 7;

/** Whether the actor is the receiver of an offer; addresses are compared case-insensitively. */
export function canTake(actor: { email: string | null }, offer: { toEmail: string }): boolean {
  return actor.email?.toLowerCase() === offer.toEmail;
}
