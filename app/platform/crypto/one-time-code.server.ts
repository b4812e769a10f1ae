import { createHmac } from "node:crypto";
import { isEqualSecret } from "./secrets.server.ts";

/** Seconds per time step. */
const period = 30;
/** Time steps of clock drift accepted in either direction. */
const tolerance = 1;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the HOTP code of a counter (RFC 4226): HMAC-SHA-1, dynamically truncated to `digits` digits. */
export function createCode(key: Uint8Array, counter: number, digits = 6): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", key).update(message).digest();
  const cut = mac.readUInt32BE(mac[19]! & 0xf) & 0x7fff_ffff;
  return String(cut % 10 ** digits).padStart(digits, "0");
}

/** Returns the time step (RFC 6238) of a moment: 30-second periods since 1970. */
export function getStep(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / period);
}

/**
 * Returns the time step that a typed code belongs to: the current one or a direct neighbour. Returns null if the code
 * matches none of them, or only steps up to `lastStep`, whose codes were already used.
 */
export function findStep(key: Uint8Array, typed: string, now: Date, lastStep: number): number | null {
  const currentStep = getStep(now);
  let found: number | null = null;
  for (let step = currentStep - tolerance; step <= currentStep + tolerance; step++) {
    if (step > lastStep && isEqualSecret(createCode(key, step), typed)) found ??= step;
  }
  return found;
}

/** Encodes bytes in base 32 (RFC 4648) without padding. */
export function formatBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/**
 * Returns the URI that authenticator apps read from a QR code (Key URI format), with the default period and number of
 * digits.
 */
export function formatKeyUri(key: Uint8Array, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret: formatBase32(key), issuer });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}
