import type { Evidence } from "../scans.rules.ts";

/** How long a window lasts from its first event, and after each summary once more. Milliseconds. */
export const budgetSpan = 15 * 60_000;

/** How many e-mails about one pet one network sets off within a window by one class of events, and all networks together. */
export const maxPerNetwork = 6;
export const maxPerPet = 20;

/** Openings of a page cost nothing and prove little; words (a form, a place, a message) have a budget of their own beside them. */
export type EventClass = "openings" | "words";

/** How often something happened within the window, by network. */
export type EventCounts = Record<string, number>;

/** Where events are counted when so many networks are in the window that each of them sets off nothing more. */
export const otherNetworks = "others";

/** Whether a scan is counted: what a chip has proved no program can repeat, and always goes out. */
export function isBudgeted(evidence: Evidence): boolean {
  return evidence !== "verified-tap";
}

/** How many e-mails these events have set off. */
export function emailsOf(counts: EventCounts): number {
  const emails = Object.values(counts).reduce((sum, times) => sum + Math.min(times, maxPerNetwork), 0);
  return Math.min(emails, maxPerPet);
}

/** For each of the events that came last, by network and in their order: does it set off an e-mail of its own? */
export function maySend(counts: EventCounts, last: string[]): boolean[] {
  if (otherNetworks in counts) return last.map(() => false);
  const before = { ...counts };
  for (const network of last) before[network] = (before[network] ?? 0) - 1;
  return last.map((network) => {
    const times = before[network] ?? 0;
    const goes = times < maxPerNetwork && emailsOf(before) < maxPerPet;
    before[network] = times + 1;
    return goes;
  });
}
