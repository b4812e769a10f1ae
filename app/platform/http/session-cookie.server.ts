import { createMac, type Installation, isSignedWith } from "../crypto/secrets.server.ts";

/** Installation, and whether it is served over https, where only the prefixed cookie counts. */
export interface CookieContext {
  settings: Installation["settings"] & { secure: boolean };
}

const patterns = {
  http: /(?:^|;)\s*aleef\.session_token="?([^;\s"]+)/,
  https: /(?:^|;)\s*__Host-aleef\.session_token="?([^;\s"]+)/,
};

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Returns the signature of a cookie of the sign-in library: HMAC-SHA-256 in base64. */
export const createCookieSignature = (ctx: Installation, token: string) => createMac(ctx, token).toString("base64");

/**
 * Returns the value of a cookie signed by the sign-in library (value, dot, signature); null for an invalid signature.
 */
export function readSigned(ctx: Installation, value: string): string | null {
  const signed = safeDecode(value);
  const dot = signed.lastIndexOf(".");
  const token = signed.slice(0, Math.max(0, dot));
  return token && isSignedWith(ctx, signed.slice(dot + 1), (one) => createCookieSignature(one, token)) ? token : null;
}

/**
 * Returns a request's session token if it has our signature, without looking the session up; so that nobody gets what
 * signed-in users get by making up a cookie.
 */
export function readSessionToken(ctx: CookieContext, headers: Headers): string | null {
  const [, value] = patterns[ctx.settings.secure ? "https" : "http"].exec(headers.get("cookie") ?? "") ?? [];
  return value ? readSigned(ctx, value) : null;
}
