/** `unconfirmed`: asked two weeks ago without a response. `unreachable`: no working way to reach the owner is known. */
export type ReachState = "ok" | "unconfirmed" | "unreachable";

const day = 86_400_000;
/** How often owners are asked to confirm that they can be reached: twice a year. Milliseconds. */
export const askEvery = 182 * day;
/** How long to wait for a response. Milliseconds. */
const answerWithin = 14 * day;

export interface Ways {
  /** The address accepts e-mails, as far as known. */
  hasEmail: boolean;
  /** The verified number agreed to messages, and the last one was delivered. */
  hasPhone: boolean;
  /** A browser is subscribed to push notifications. */
  hasDevice: boolean;
  askedAt: Date | null;
  confirmedAt: Date | null;
}

/** Returns whether an owner can be reached when their pet is found. */
export function reachStateOf({ hasEmail, hasPhone, hasDevice, askedAt, confirmedAt }: Ways, now: Date): ReachState {
  if (!hasEmail && !hasPhone && !hasDevice) return "unreachable";
  const isAnswered = !askedAt || (confirmedAt && confirmedAt >= askedAt);
  return isAnswered || now.getTime() - askedAt.getTime() < answerWithin ? "ok" : "unconfirmed";
}

/** Masks an address or number so that only its owner recognises it. */
export function maskContact(contact: string): string {
  const [name = "", host] = contact.split("@");
  return host ? `${name.slice(0, 1)}•••@${host}` : `•••• ${contact.slice(-4)}`;
}
