/** `unconfirmed`: asked two weeks ago without an answer. `unreachable`: no way to the owner is known to work. */
export type ReachState = "ok" | "unconfirmed" | "unreachable";

const day = 86_400_000;
/** How often everybody is asked whether they are still reachable: twice a year. Milliseconds. */
export const askEvery = 182 * day;
/** How long an answer is waited for. Milliseconds. */
const answerWithin = 14 * day;

export interface Ways {
  /** The address takes e-mails, as far as is known. */
  hasEmail: boolean;
  /** A proven number agreed to messages, and the last one arrived. */
  hasPhone: boolean;
  /** A browser takes pushes. */
  hasDevice: boolean;
  askedAt: Date | null;
  confirmedAt: Date | null;
}

/** Whether an owner can be reached when their pet is found. */
export function reachStateOf({ hasEmail, hasPhone, hasDevice, askedAt, confirmedAt }: Ways, now: Date): ReachState {
  if (!hasEmail && !hasPhone && !hasDevice) return "unreachable";
  const isAnswered = !askedAt || (confirmedAt && confirmedAt >= askedAt);
  return isAnswered || now.getTime() - askedAt.getTime() < answerWithin ? "ok" : "unconfirmed";
}

/** An address or number of which only its owner knows the rest. */
export function maskContact(contact: string): string {
  const [name = "", host] = contact.split("@");
  return host ? `${name.slice(0, 1)}•••@${host}` : `•••• ${contact.slice(-4)}`;
}
