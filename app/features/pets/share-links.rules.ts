import { minuteMs } from "#app/platform/durations.rules.ts";
/** What a link can include beside the pet's name, photo and description. */
export const shareParts = ["record", "health", "vet", "contacts"] as const;
export type SharePart = (typeof shareParts)[number];

/** Lifetimes of a link to choose from, in days. */
export const shareDays = ["1", "7", "30"] as const;

/** Maximum number of open links of one pet. */
export const maxShares = 20;

/** Visits of the same browser from the same network within this time, half an hour, count as one. Milliseconds. */
export const sameVisitMs = 30 * minuteMs;

export function shareState(share: { expiresAt: Date; revokedAt: Date | null }, now: Date) {
  if (share.revokedAt) return "revoked" as const;
  return share.expiresAt <= now ? ("expired" as const) : ("open" as const);
}
