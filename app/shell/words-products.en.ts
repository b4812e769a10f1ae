import { productsEn } from "#app/features/catalog/products.en.ts";

/** What the store's administration needs; the store's own words go with it. */
export const words = { products: productsEn };
