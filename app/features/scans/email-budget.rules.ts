import { minuteMs } from "#app/platform/durations.rules.ts";
import type { Evidence } from "./scans.rules.ts";

/** Length of a window from its first event, extended by each summary, in milliseconds. */
export const budgetSpan = 15 * minuteMs;

/** Maximum number of e-mails about one pet within a window, for each class of events: by one network, and by all. */
export const maxPerNetwork = 6;
export const maxPerPet = 20;

/** Scans are cheap to fake and prove little, so messages (a form, a location, a message) have a separate budget. */
export type EventClass = "scans" | "messages";

/** Number of events within the window by network. */
export type EventCounts = Record<string, number>;

/** Key for events once there are so many networks in the window that no more e-mails can be sent. */
export const otherNetworks = "others";

/**
 * Returns whether a scan counts against the budget. Verified taps do not, since programs cannot fake them; they are
 * always sent.
 */
export function isBudgeted(evidence: Evidence): boolean {
  return evidence !== "verified-tap";
}

/** Returns how many e-mails these events cause. */
export function countEmails(counts: EventCounts): number {
  const emails = Object.values(counts).reduce((sum, times) => sum + Math.min(times, maxPerNetwork), 0);
  return Math.min(emails, maxPerPet);
}

/** Returns for each of the latest events, given by network in order, whether it may cause an e-mail. */
export function maySend(counts: EventCounts, last: string[]): boolean[] {
  if (otherNetworks in counts) return last.map(() => false);
  const before = { ...counts };
  for (const network of last) before[network] = (before[network] ?? 0) - 1;
  return last.map((network) => {
    const times = before[network] ?? 0;
    const isSent = times < maxPerNetwork && countEmails(before) < maxPerPet;
    before[network] = times + 1;
    return isSent;
  });
}
