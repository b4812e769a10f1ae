import { storeAr } from "#app/features/products/store.ar.ts";

/** What the store and the cart show. */
export const words = { store: storeAr };
