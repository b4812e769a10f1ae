import type { Attributes, ListedProduct } from "../products.rules.ts";

/** The fields of the form that adds to the cart, posted to `/cart` with the intent `add` where scripts do not run. */
export const addToCartFields = {
  product: "product",
  quantity: "quantity",
  color: "color",
  size: "size",
  engraving: "engraving",
} as const;

/** What a product's page offers to the cart. The attributes are checked, the price is not the buyer's to say. */
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

/** Offers a choice to whoever keeps the cart in this browser; false when nobody took it, so that the form must be posted. */
export function offerToCart(detail: AddToCart): boolean {
  return !document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
}

/** Listens for offers; `take` is called in place of the form's post. Returns how to stop. */
export function onAddToCart(take: (offer: AddToCart) => void): () => void {
  const listener = (event: DocumentEventMap[typeof name]) => {
    event.preventDefault();
    take(event.detail);
  };
  document.addEventListener(name, listener);
  return () => document.removeEventListener(name, listener);
}
