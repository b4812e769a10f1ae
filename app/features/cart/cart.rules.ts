import type { Attributes } from "#app/features/catalog/products.rules.ts";

/** Maximum quantity of one line, regardless of stock. */
export const maxPerLine = 99;
/** Maximum number of lines in a cart. */
export const maxLines = 50;

/**
 * Returns a canonical text of the attributes; two choices are the same when it is equal. Key order and empty values do
 * not matter.
 */
export function attributesKey(attributes: Attributes): string {
  const filled = Object.entries(attributes).filter(([, value]) => Boolean(value));
  return JSON.stringify(filled.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export interface Wanted {
  productId: string;
  attributes: Attributes;
  quantity: number;
}

const keyOf = ({ productId, attributes }: Pick<Wanted, "productId" | "attributes">) =>
  `${productId} ${attributesKey(attributes)}`;

export function isSameChoice(one: Pick<Wanted, "productId" | "attributes">, other: typeof one): boolean {
  return keyOf(one) === keyOf(other);
}

/** Returns the quantity limited to `maxPerLine`, or null when it is below 1 or not an integer and is to be ignored. */
export function normalizeQuantity(quantity: number): number | null {
  if (!Number.isInteger(quantity) || quantity < 1) return null;
  return Math.min(quantity, maxPerLine);
}

/** Whether a line got fewer pieces than were wanted, and why. */
export interface Capped {
  isCapped: boolean;
  /** The product's stock. */
  stock?: number;
  /** `maxPerLine`, if that and not the stock is the reason. */
  most?: number;
}

export function cappedTo(quantity: number, wanted: number, stock: number): Capped {
  const isFull = quantity === maxPerLine && stock > maxPerLine;
  return { isCapped: quantity < wanted, stock, ...(isFull && { most: maxPerLine }) };
}

export interface Merged {
  lines: Wanted[];
  /** Products whose stock did not cover what the guest wanted. */
  capped: string[];
}

/**
 * Merges a guest's cart into an account's: quantities of identical choices are added, up to the stock. The account's
 * own lines are kept; the order of the guest's lines makes no difference.
 */
export function mergeCarts(
  account: readonly Wanted[],
  guest: readonly Wanted[],
  stockOf: (productId: string) => number,
): Merged {
  const lines = new Map<string, Wanted>();
  const taken = new Map<string, number>();
  const capped = new Set<string>();
  const put = (line: Wanted, quantity: number) => {
    const before = lines.get(keyOf(line));
    lines.set(keyOf(line), { ...line, ...before, quantity: (before?.quantity ?? 0) + quantity });
    taken.set(line.productId, (taken.get(line.productId) ?? 0) + quantity);
  };
  for (const line of account) put(line, line.quantity);
  for (const line of guest.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
    const inStock = stockOf(line.productId) - (taken.get(line.productId) ?? 0);
    const inLine = maxPerLine - (lines.get(keyOf(line))?.quantity ?? 0);
    const quantity = Math.max(0, Math.min(line.quantity, inStock, inLine));
    if (quantity < line.quantity) capped.add(line.productId);
    if (quantity > 0) put(line, quantity);
  }
  return { lines: [...lines.values()], capped: [...capped].sort() };
}
