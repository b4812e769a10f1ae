import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../db/uuid.server.ts";

interface Installation {
  settings: { secret: string };
}

/**
 * Signs an id with HMAC-SHA-256 (128 bits) under `SECRET`: 43 characters for a URL. Nothing is stored, so a copy of the
 * database opens nothing. A signature for one `purpose` is invalid for another.
 */
export function signId({ settings }: Installation, purpose: string, id: string): string {
  const mac = createHmac("sha256", settings.secret).update(`${purpose} ${id}`).digest().subarray(0, 16);
  return Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), mac]).toString("base64url");
}

/** Verifies a signed id and returns the id; null when it was not signed here for this purpose. */
export function readSignedId(ctx: Installation, purpose: string, signed: string): string | null {
  if (!/^[\w-]{43}$/.test(signed)) return null;
  const hex = Buffer.from(signed, "base64url").toString("hex").slice(0, 32);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isId(id) && timingSafeEqual(Buffer.from(signId(ctx, purpose, id)), Buffer.from(signed)) ? id : null;
}
