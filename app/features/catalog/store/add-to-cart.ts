import type { Attributes, ListedProduct } from "../products.rules.ts";

/** Fields of the add-to-cart form, posted to `/cart` with the intent `add` when JavaScript is unavailable. */
export const addToCartFields = {
  product: "product",
  quantity: "quantity",
  color: "color",
  size: "size",
  engraving: "engraving",
} as const;

/** What a product page offers to the cart. Attributes are validated; the price is set by the server. */
export interface AddToCart {
  product: ListedProduct;
  /** Whole pieces, at least 1. */
  quantity: number;
  selectedAttributes: Attributes;
}

const name = "aleef:add-to-cart";

declare global {
  interface DocumentEventMap {
    "aleef:add-to-cart": CustomEvent<AddToCart>;
  }
}

/** Offers a choice to the browser's cart; false when nothing handled it and the form must be posted. */
export function offerToCart(detail: AddToCart): boolean {
  return !document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
}

/** Listens for offers; `take` replaces the form's post. Returns the unsubscribe function. */
export function onAddToCart(take: (offer: AddToCart) => void): () => void {
  const listener = (event: DocumentEventMap[typeof name]) => {
    event.preventDefault();
    take(event.detail);
  };
  document.addEventListener(name, listener);
  return () => document.removeEventListener(name, listener);
}
