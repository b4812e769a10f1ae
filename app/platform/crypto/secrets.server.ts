import { createHmac, timingSafeEqual } from "node:crypto";

/** Settings with the secret, and the previous one while `SECRET_PREVIOUS` is set. */
export interface Installation {
  settings: { secret: string; previousSecret?: string | undefined };
}

/** Returns the secrets that may have been used to sign or encrypt something, the current one first. */
export function listSecrets({ settings: { secret, previousSecret } }: Installation): string[] {
  return previousSecret ? [secret, previousSecret] : [secret];
}

/** Returns the HMAC-SHA-256 of a text with `SECRET` as key. */
export function createMac({ settings }: Installation, text: string): Buffer {
  return createHmac("sha256", settings.secret).update(text).digest();
}

/** Returns whether `given` equals the result of `sign` for any of the secrets. */
export function isSignedWith(ctx: Installation, given: string, sign: (ctx: Installation) => string): boolean {
  const bytes = Buffer.from(given);
  return listSecrets(ctx).some((secret) => {
    const right = Buffer.from(sign({ settings: { secret } }));
    return right.length === bytes.length && timingSafeEqual(right, bytes);
  });
}
