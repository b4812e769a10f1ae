import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type Installation, listSecrets } from "./secrets.server.ts";

const nonceLength = 12;
const tagLength = 16;

/** Derives a key per purpose, so that a value encrypted for one purpose cannot be decrypted for another. */
const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/**
 * Encrypts a short value with a key derived from `SECRET` (AES-256-GCM, HKDF-SHA-256), so that a copy of the database
 * alone does not reveal it. It decrypts only for the same `purpose` and `whose`, so it cannot be moved to another row.
 */
export function encryptValue(ctx: Installation, purpose: string, whose: string, value: Uint8Array): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(ctx.settings.secret, purpose), nonce).setAAD(
    Buffer.from(whose),
  );
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Decrypts a value of `encryptValue`; returns null if it was changed, moved, or encrypted with another secret. */
export function decryptValue(ctx: Installation, purpose: string, whose: string, sealed: string): Buffer | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceLength + tagLength) return null;
  for (const secret of listSecrets(ctx)) {
    const decipher = createDecipheriv("aes-256-gcm", deriveKey(secret, purpose), bytes.subarray(0, nonceLength))
      .setAAD(Buffer.from(whose))
      .setAuthTag(bytes.subarray(-tagLength));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]);
    } catch {
      // Encrypted with another secret, or not valid at all.
    }
  }
  return null;
}
