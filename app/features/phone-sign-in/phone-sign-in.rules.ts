import { dayMs } from "#app/platform/durations.rules.ts";

/** Milliseconds without use after which a number may belong to somebody else: operators reassign from 45 days on. */
const longUnused = 45 * dayMs;

/** What an account can sign in with besides its number. */
export interface Proofs {
  hasPassword: boolean;
  hasEmail: boolean;
  hasPasskey: boolean;
}

/**
 * Whether the number alone signs in to an account: it must be the account's only means, and have been verified by a
 * code within the last 45 days or be used in a browser that signed in before.
 */
export function isNumberEnough(
  proofs: Proofs,
  { provenAt, isKnownBrowser }: { provenAt: Date | null; isKnownBrowser: boolean },
  now: Date,
): boolean {
  if (proofs.hasPassword || proofs.hasEmail || proofs.hasPasskey) return false;
  return isKnownBrowser || (provenAt !== null && now.getTime() - provenAt.getTime() < longUnused);
}
