import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../db/uuid.server.ts";

interface Installation {
  settings: { secret: string };
}

/**
 * An id together with a code that only this installation can make for it (HMAC-SHA-256, 128 bits), as 43 characters for
 * an address. Nothing of it is stored, so a copy of the database opens nothing; a code for one purpose fits no other.
 */
export function signId({ settings }: Installation, purpose: string, id: string): string {
  const mac = createHmac("sha256", settings.secret).update(`${purpose} ${id}`).digest().subarray(0, 16);
  return Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), mac]).toString("base64url");
}

/** The id of a signed one; null for whatever this installation never signed for this purpose. */
export function readSignedId(ctx: Installation, purpose: string, signed: string): string | null {
  if (!/^[\w-]{43}$/.test(signed)) return null;
  const hex = Buffer.from(signed, "base64url").toString("hex").slice(0, 32);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isId(id) && timingSafeEqual(Buffer.from(signId(ctx, purpose, id)), Buffer.from(signed)) ? id : null;
}
