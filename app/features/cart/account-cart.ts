import { href } from "react-router";
import type { Attributes } from "#app/features/catalog/products.rules.ts";
import type { Capped } from "./cart.rules.ts";
import type { CartView } from "./cart-view.rules.ts";

/** A line as a browser sends it. Only the choice is trusted. */
export interface SentLine {
  id?: string;
  productId: string;
  quantity: number;
  attributes: Attributes;
  seenCents?: number;
}

export type CartCall =
  | { intent: "quote"; lines: SentLine[] }
  | { intent: "merge"; key: string; lines: SentLine[] }
  | { intent: "add"; line: SentLine }
  | { intent: "change"; lineId: string; quantity: number }
  | { intent: "remove"; lineId: string };

export interface CartAnswer extends Partial<Capped> {
  view?: CartView;
  leftBehind?: boolean;
  refusal?: string;
  /** Whether it was refused because the session has ended. */
  isSignedOut?: boolean;
}

/** Sends a request to `/cart/lines`. Throws if the answer is not the cart's, for example a proxy's error page. */
export async function postCart(call: CartCall): Promise<CartAnswer> {
  const answer = await fetch(href("/cart/lines"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(call),
  });
  if (!answer.headers.get("content-type")?.startsWith("application/json")) throw new Error(`cart: ${answer.status}`);
  return answer.json();
}

let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Changes the account's cart. Changes are sent one after the other, because the server may process concurrent requests
 * in any order.
 */
export function changeAccountCart(call: CartCall): Promise<CartAnswer> {
  const send = () => postCart(call);
  const answer = lastChange.then(send, send);
  lastChange = answer;
  return answer;
}
