import { cartAr } from "#app/features/orders/cart.ar.ts";
import { storeAr } from "#app/features/products/store.ar.ts";

/** What the store and the cart show. */
export const words = { store: storeAr, cart: cartAr };
