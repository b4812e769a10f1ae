import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AddToCart, offerToCart, onAddToCart } from "./add-to-cart.ts";

// An event of the document is all that the two sides share.
beforeEach(() => void vi.stubGlobal("document", new EventTarget()));
afterEach(() => void vi.unstubAllGlobals());

const offer = { product: { id: "tag" }, quantity: 2, selectedAttributes: { color: "gold" } } as AddToCart;

test("an offer that nobody takes is for the server; one that is taken stays in the browser", () => {
  expect(offerToCart(offer)).toBe(false);
  const taken: AddToCart[] = [];
  const stop = onAddToCart((one) => taken.push(one));
  expect(offerToCart(offer)).toBe(true);
  expect(taken).toEqual([offer]);
  stop();
  expect(offerToCart(offer)).toBe(false);
  expect(taken).toHaveLength(1);
});
