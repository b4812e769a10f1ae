import { storeEn } from "#app/features/products/store.en.ts";

/** What the store and the cart show. */
export const words = { store: storeEn };
