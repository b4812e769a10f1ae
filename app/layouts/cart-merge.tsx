import { useCartMerge } from "#app/features/cart/use-cart.ts";
import { loadNamespaces } from "../locales/load-namespaces.ts";

const cartWords = () => loadNamespaces(["cart"]);

/** Merges the visitor's cart of this browser into the viewer's account. */
export default function CartMerge() {
  useCartMerge(cartWords);
  return null;
}
