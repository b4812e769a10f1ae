import { createMac, type Installation, isSignedWith } from "../crypto/secrets.server.ts";
import { isId } from "../db/uuid.server.ts";

/**
 * Signs an id with HMAC-SHA-256 (128 bits) under `SECRET`; returns 43 characters for a URL. Nothing is stored, so a
 * copy of the database gives no access. A signature for one `purpose` is invalid for another.
 */
export function signId(ctx: Installation, purpose: string, id: string): string {
  const mac = createMac(ctx, `${purpose} ${id}`).subarray(0, 16);
  return Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), mac]).toString("base64url");
}

/** Verifies a signed id and returns the id; null if it was not signed here for this purpose. */
export function readSignedId(ctx: Installation, purpose: string, signed: string): string | null {
  if (!/^[\w-]{43}$/.test(signed)) return null;
  const hex = Buffer.from(signed, "base64url").toString("hex").slice(0, 32);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isId(id) && isSignedWith(ctx, signed, (one) => signId(one, purpose, id)) ? id : null;
}
