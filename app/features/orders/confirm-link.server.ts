import { href } from "react-router";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { decryptValue, encryptValue } from "#app/platform/crypto/encrypted-value.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";

const purpose = "order-confirmation";
const whose = "buyer";

/** Returns the path on which a buyer confirms an order without signing in. */
export function getConfirmPath(ctx: Pick<AppContext, "settings">, orderId: string): string {
  return href("/orders/confirm/:key", { key: encryptValue(ctx, purpose, whose, Buffer.from(orderId)) });
}

/** Returns the order id of a key from `getConfirmPath`; null for any other text. */
export function readConfirmKey(ctx: Pick<AppContext, "settings">, key: string): string | null {
  const orderId = decryptValue(ctx, purpose, whose, key)?.toString() ?? "";
  return isId(orderId) ? orderId : null;
}
