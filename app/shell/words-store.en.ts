import { productsEn } from "#app/features/products/products.en.ts";

/** What the store and its administration need. */
export const words = { products: productsEn };
