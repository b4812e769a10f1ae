/** localStorage key of a visitor's cart (specification §9). */
export const cartKey = "cart";

/** Whether this browser may have a visitor's cart; true where the storage cannot be read. */
export function hasStoredCart(): boolean {
  try {
    return !["[]", null].includes(localStorage.getItem(cartKey));
  } catch {
    return true;
  }
}
