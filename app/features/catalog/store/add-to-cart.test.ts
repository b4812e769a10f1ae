// A buyer's press on a slow phone, before the scripts have run, would put nothing into the cart.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AddToCart, offerToCart, onAddToCart } from "./add-to-cart.ts";

// The two sides share only a document event.
beforeEach(() => void vi.stubGlobal("document", new EventTarget()));
afterEach(() => void vi.unstubAllGlobals());

const offer = { product: { id: "tag" }, quantity: 2, selectedAttributes: { color: "gold" } } as AddToCart;

test("offerToCart returns whether a listener has added the choice; without one the form goes to the server", () => {
  expect(offerToCart(offer)).toBe(false);
  const taken: AddToCart[] = [];
  const stop = onAddToCart((one) => taken.push(one));
  expect(offerToCart(offer)).toBe(true);
  expect(taken).toEqual([offer]);
  stop();
  expect(offerToCart(offer)).toBe(false);
  expect(taken).toHaveLength(1);
});
