import { storeAr } from "#app/features/catalog/store/store.ar.ts";
import { cartAr } from "#app/features/orders/cart/cart.ar.ts";

/** What the store and the cart show. */
export const words = { store: storeAr, cart: cartAr };
