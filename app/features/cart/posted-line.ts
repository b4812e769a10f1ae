import type { Attributes } from "#app/features/catalog/products.rules.ts";

/** Cookie with the choices that a visitor added before the scripts of the page had run. */
export const postedLinesCookie = "cart-line";

/** Query parameter of the cart while its script has yet to add those choices. */
export const addingParam = "adding";

export interface PostedLine {
  productId: string;
  quantity: number;
  attributes: Attributes;
}

/** Stores choices that could not be added yet for another ten minutes. */
export function storePostedLines(lines: readonly PostedLine[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${postedLinesCookie}=${encodeURIComponent(JSON.stringify(lines))}; path=/; max-age=600; samesite=lax`;
}

/** Returns the choices in the cookie and deletes it, so that they are added once. */
export function takePostedLines(): PostedLine[] {
  const value = new RegExp(`(?:^|; )${postedLinesCookie}=([^;]*)`).exec(document.cookie)?.[1];
  if (!value) return [];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${postedLinesCookie}=; path=/; max-age=0`;
  try {
    const lines: unknown = JSON.parse(decodeURIComponent(value));
    return Array.isArray(lines) ? lines : [];
  } catch {
    return [];
  }
}
