/** What a link to a pet's record can hold beside its name, photo and description. */
export const shareParts = ["record", "health", "vet", "contacts"] as const;
export type SharePart = (typeof shareParts)[number];

/** Days after which a link closes by itself. */
export const shareDays = ["1", "7", "30"] as const;

/** Open links that one pet has at most. */
export const maxShares = 20;

/** Looks by the same browser from the same network within half an hour are one. */
export const sameVisitMs = 30 * 60_000;

export function shareState(share: { expiresAt: Date; revokedAt: Date | null }, now: Date) {
  if (share.revokedAt) return "revoked" as const;
  return share.expiresAt <= now ? ("expired" as const) : ("open" as const);
}
