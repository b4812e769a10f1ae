import { productsAr } from "#app/features/products/products.ar.ts";

/** What the store and its administration need. */
export const words = { products: productsAr };
