import { productsAr } from "#app/features/catalog/products.ar.ts";

/** What the store's administration needs; the store's own words go with it. */
export const words = { products: productsAr };
