import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { type Installation, listSecrets } from "./secrets.server.ts";

const nonceLength = 12;
const tagLength = 16;

/** Derived keys by secret and purpose: there are few purposes, and deriving takes longer than encrypting. */
const keys = new Map<string, KeyObject>();

/** Derives a key per purpose, so that a value encrypted for one purpose cannot be decrypted for another. */
function deriveKey(secret: string, purpose: string): KeyObject {
  const name = `${purpose}\n${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)));
    keys.set(name, key);
  }
  return key;
}

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
