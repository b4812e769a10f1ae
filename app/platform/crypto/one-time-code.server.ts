import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds for which one code stands. */
const period = 30;
/** Steps by which the clock of somebody's phone may be wrong, either way. */
const tolerance = 1;
const emails = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of a counter (HOTP, RFC 4226): HMAC-SHA-1, cut dynamically, as `digits` digits. */
export function createCodeOf(key: Uint8Array, counter: number, digits = 6): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", key).update(message).digest();
  const cut = mac.readUInt32BE(mac[19]! & 0xf) & 0x7fff_ffff;
  return String(cut % 10 ** digits).padStart(digits, "0");
}

/** The step of time (RFC 6238) in which a moment lies: half minutes since 1970. */
export function getStep(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / period);
}

/**
 * The step whose code was typed, among the present one, the one before and the one after; null when it is of none of
 * them or of a step up to `lastStep`, whose code was used already.
 */
export function findStep(key: Uint8Array, typed: string, now: Date, lastStep: number): number | null {
  const present = getStep(now);
  let found: number | null = null;
  for (let step = present - tolerance; step <= present + tolerance; step++) {
    const [right, given] = [Buffer.from(createCodeOf(key, step)), Buffer.from(typed)];
    if (step > lastStep && right.length === given.length && timingSafeEqual(right, given)) found ??= step;
  }
  return found;
}

/** Bytes in the letters that people type from one screen into another (base 32, RFC 4648), without padding. */
export function formatBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => emails[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The address that authenticator apps read from a QR code (Key URI format); the period and digits are their defaults. */
export function formatKeyUri(key: Uint8Array, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret: formatBase32(key), issuer });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}
