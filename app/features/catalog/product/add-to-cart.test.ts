import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AddToCart, offerToCart, onAddToCart } from "./add-to-cart.ts";

// The two sides share only a document event.
beforeEach(() => void vi.stubGlobal("document", new EventTarget()));
afterEach(() => void vi.unstubAllGlobals());

const offer = { product: { id: "tag" }, quantity: 2, selectedAttributes: { color: "gold" } } as AddToCart;

test("an offer without a listener is left to the server; one with a listener stays in the browser", () => {
  expect(offerToCart(offer)).toBe(false);
  const taken: AddToCart[] = [];
  const stop = onAddToCart((one) => taken.push(one));
  expect(offerToCart(offer)).toBe(true);
  expect(taken).toEqual([offer]);
  stop();
  expect(offerToCart(offer)).toBe(false);
  expect(taken).toHaveLength(1);
});
