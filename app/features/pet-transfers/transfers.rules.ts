/** What became of an offer of a pet. */
export const transferStates = ["open", "accepted", "declined", "cancelled"] as const;

/** Days for which an offer stands. */
export const offerDays = 7;

/** The one whom the offer names decides on it, whatever the letter case of their address. */
export function canTake(actor: { email: string | null }, offer: { toEmail: string }): boolean {
  return actor.email?.toLowerCase() === offer.toEmail;
}
