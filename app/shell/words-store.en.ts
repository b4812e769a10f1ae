import { cartEn } from "#app/features/orders/cart.en.ts";
import { storeEn } from "#app/features/products/store.en.ts";

/** What the store and the cart show. */
export const words = { store: storeEn, cart: cartEn };
