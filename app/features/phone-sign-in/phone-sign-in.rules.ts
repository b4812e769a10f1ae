/** Numbers are given to new people after months without use. Milliseconds. */
const longUnused = 180 * 86_400_000;

/** What signs in to an account beside its number. */
export interface Proofs {
  hasPassword: boolean;
  hasEmail: boolean;
  hasPasskey: boolean;
}

/**
 * Whether a number alone opens an account: it must be all that the account has, and have been shown by a code within half a
 * year, or in a browser that signed in before.
 */
export function isNumberEnough(
  proofs: Proofs,
  { provenAt, isKnownBrowser }: { provenAt: Date | null; isKnownBrowser: boolean },
  now: Date,
): boolean {
  if (proofs.hasPassword || proofs.hasEmail || proofs.hasPasskey) return false;
  return isKnownBrowser || (provenAt !== null && now.getTime() - provenAt.getTime() < longUnused);
}
