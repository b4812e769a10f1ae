import { deleteCookie, readCookie, writeCookie } from "#app/platform/ui/browser-cookie.ts";
import type { Wanted } from "./cart.rules.ts";

/** Cookie with the choices that a visitor added before the scripts of the page had run. */
export const postedLinesCookie = "cart-line";

/** Query parameter of the cart while its script has yet to add those choices. */
export const addingParam = "adding";

/** Stores choices that could not be added yet for another ten minutes. */
export function storePostedLines(lines: readonly Wanted[]): void {
  writeCookie(postedLinesCookie, JSON.stringify(lines), 600);
}

/** Returns the choices in the cookie and deletes it, so that they are added once. */
export function takePostedLines(): Wanted[] {
  try {
    const value = readCookie(postedLinesCookie);
    if (!value) return [];
    deleteCookie(postedLinesCookie);
    const lines: unknown = JSON.parse(value);
    return Array.isArray(lines) ? lines : [];
  } catch {
    return [];
  }
}
