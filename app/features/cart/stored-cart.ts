import type { Attributes } from "#app/features/catalog/products.rules.ts";
import { isSameChoice, maxPerLine, normalizeQuantity } from "./cart.rules.ts";
import type { CartProduct } from "./cart-view.rules.ts";

/** A line as stored in the browser; field names are the specification's. The product is stored for display only. */
export interface StoredLine {
  /** Product id and the time it was added. */
  id: string;
  product: CartProduct;
  quantity: number;
  selected_attributes: Attributes;
  /** ISO 8601. */
  added_at: string;
}

/** What somebody puts in the cart. */
export interface Choice {
  product: CartProduct;
  quantity: number;
  attributes: Attributes;
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === "string");

function isLine(value: unknown): value is StoredLine {
  if (typeof value !== "object" || value === null) return false;
  const { id, product, quantity, selected_attributes } = value as Partial<StoredLine>;
  return (
    typeof id === "string" &&
    typeof product === "object" &&
    product !== null &&
    [product.id, product.nameEn, product.nameAr].every((text) => typeof text === "string") &&
    Number.isSafeInteger(product.payCents) &&
    typeof quantity === "number" &&
    normalizeQuantity(quantity) === quantity &&
    isTexts(selected_attributes)
  );
}

/** Parses the stored cart. Invalid lines are reported to `warn` and left out; the others are kept. */
export function readLines(text: string | null, warn: (problem: string) => void): StoredLine[] {
  if (!text) return [];
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  if (!Array.isArray(found)) {
    warn("the cart in this browser could not be read");
    return [];
  }
  const lines = found.filter(isLine);
  if (lines.length < found.length) warn(`${found.length - lines.length} lines of the cart could not be read`);
  return lines;
}

/** Returns whether the line contains this product with these attributes. */
export function isLineOf(line: StoredLine, { product, attributes }: Choice): boolean {
  return isSameChoice(
    { productId: line.product.id, attributes: line.selected_attributes },
    { productId: product.id, attributes },
  );
}

/**
 * Returns the lines with a choice added: an identical choice increases its line's quantity, a different one is
 * appended.
 */
export function addLine(lines: readonly StoredLine[], wanted: Choice, now: Date): StoredLine[] {
  const { product, attributes } = wanted;
  const quantity = normalizeQuantity(wanted.quantity);
  if (quantity === null) return [...lines];
  const isWantedLine = (line: StoredLine) => isLineOf(line, wanted);
  if (lines.some(isWantedLine))
    return lines.map((line) =>
      isWantedLine(line) ? { ...line, product, quantity: Math.min(line.quantity + quantity, maxPerLine) } : line,
    );
  const line = { id: `${product.id}-${now.getTime()}`, product, quantity, selected_attributes: attributes };
  return [...lines, { ...line, added_at: now.toISOString() }];
}

/** Returns the lines with one quantity changed. A quantity below 1 is ignored. */
export function setLineQuantity(lines: readonly StoredLine[], id: string, quantity: number): StoredLine[] {
  const wanted = normalizeQuantity(quantity);
  return lines.map((line) => (line.id === id && wanted !== null ? { ...line, quantity: wanted } : line));
}
