import { storeEn } from "#app/features/catalog/store/store.en.ts";
import { cartEn } from "#app/features/orders/cart/cart.en.ts";

/** What the store and the cart show. */
export const words = { store: storeEn, cart: cartEn };
