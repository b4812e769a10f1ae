import type { Attributes } from "#app/features/catalog/products.rules.ts";

/** Cookie with the choice that a visitor added before the scripts of the page had run. */
export const postedLineCookie = "cart-line";

/** Query parameter of the cart while its script has yet to add that choice. */
export const addingParam = "adding";

export interface PostedLine {
  productId: string;
  quantity: number;
  attributes: Attributes;
}

/** Stores a choice that could not be added yet for another ten minutes. */
export function keepPostedLine(line: PostedLine): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${postedLineCookie}=${encodeURIComponent(JSON.stringify(line))}; path=/cart; max-age=600; samesite=lax`;
}

/** Returns the choice in the cookie and deletes it, so that it is added once; null if there is none. */
export function takePostedLine(): PostedLine | null {
  const value = new RegExp(`(?:^|; )${postedLineCookie}=([^;]*)`).exec(document.cookie)?.[1];
  if (!value) return null;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${postedLineCookie}=; path=/cart; max-age=0`;
  try {
    return JSON.parse(decodeURIComponent(value)) as PostedLine;
  } catch {
    return null;
  }
}
