import { createHmac, timingSafeEqual } from "node:crypto";

/** An installation with its secret, and the one before it while `SECRET_PREVIOUS` is set. */
export interface Installation {
  settings: { secret: string; previousSecret?: string | undefined };
}

/** Returns the secrets under which something may have been signed or encrypted, the current one first. */
export function listSecrets({ settings: { secret, previousSecret } }: Installation): string[] {
  return previousSecret ? [secret, previousSecret] : [secret];
}

/** Returns HMAC-SHA-256 of a text under `SECRET`. */
export function createMac({ settings }: Installation, text: string): Buffer {
  return createHmac("sha256", settings.secret).update(text).digest();
}

/** Whether `given` is what `sign` makes of one of the installation's secrets. */
export function isSignedWith(ctx: Installation, given: string, sign: (ctx: Installation) => string): boolean {
  const bytes = Buffer.from(given);
  return listSecrets(ctx).some((secret) => {
    const right = Buffer.from(sign({ settings: { secret } }));
    return right.length === bytes.length && timingSafeEqual(right, bytes);
  });
}
