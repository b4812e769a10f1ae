import { createHmac, timingSafeEqual } from "node:crypto";

/** Settings with the secret, and the previous one while `SECRET_PREVIOUS` is set. */
export interface Installation {
  settings: { secret: string; previousSecret?: string | undefined };
}

/** Returns the secrets that may have been used to sign or encrypt something, the current one first. */
export function listSecrets({ settings: { secret, previousSecret } }: Installation): string[] {
  return previousSecret ? [secret, previousSecret] : [secret];
}

/** Returns whether two texts or byte strings are equal, in constant time for those of one length. */
export function isEqualSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(one as string), Buffer.from(other as string)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the HMAC-SHA-256 of a text with `SECRET` as key. */
export function createMac({ settings }: Installation, text: string): Buffer {
  return createHmac("sha256", settings.secret).update(text).digest();
}

/** Returns whether `given` equals the result of `sign` for any of the secrets. */
export function isSignedWith(ctx: Installation, given: string, sign: (ctx: Installation) => string): boolean {
  return listSecrets(ctx).some((secret) => isEqualSecret(given, sign({ settings: { secret } })));
}
