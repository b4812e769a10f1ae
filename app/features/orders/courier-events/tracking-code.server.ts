import { createMac, type Installation, listSecrets } from "#app/platform/crypto/secrets.server.ts";

/** Returns the keyed hash by which an order is found for a tracking number that is not stored any more. */
export function createTrackingCode(ctx: Installation, trackingNumber: string): string {
  return createMac(ctx, `parcel ${trackingNumber}`).toString("base64url");
}

/** Returns the hashes under which a tracking number may be stored, one for each secret in use. */
export function listTrackingCodes(ctx: Installation, trackingNumber: string): string[] {
  return listSecrets(ctx).map((secret) => createTrackingCode({ settings: { secret } }, trackingNumber));
}
