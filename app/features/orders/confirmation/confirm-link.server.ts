import { href } from "react-router";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { decryptValue, encryptValue } from "#app/platform/crypto/encrypted-value.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";

const purpose = "order-confirmation";
const whose = "buyer";

/** The path on which the buyer of an order confirms it without signing in. */
export function getConfirmPath(ctx: Pick<AppContext, "settings">, orderId: string): string {
  return href("/orders/confirm/:key", { key: encryptValue(ctx, purpose, whose, Buffer.from(orderId)) });
}

/** The order that a key of `getConfirmPath` is for; null for any other text. */
export function readConfirmKey(ctx: Pick<AppContext, "settings">, key: string): string | null {
  const orderId = decryptValue(ctx, purpose, whose, key)?.toString() ?? "";
  return isId(orderId) ? orderId : null;
}
