import type { ArrivalSpan } from "#app/features/catalog/delivery.rules.ts";
import type { Attributes, Category } from "#app/features/catalog/products.rules.ts";

/** What a cart shows of a product; always from the server, never from the browser. */
export interface CartProduct {
  id: string;
  sku: string;
  nameEn: string;
  nameAr: string;
  category: Category;
  photoId: string | null;
  /** Current price of one piece in minor units: the sale price, if set. */
  payCents: number;
  stock: number;
}

/** What changed since a line was added and blocks its purchase, or should be known before it. */
export const cartProblems = ["gone", "noneLeft", "notEnough", "choice", "priceChanged"] as const;
export type CartProblem = (typeof cartProblems)[number];

export interface CartRow {
  id: string;
  product: CartProduct;
  attributes: Attributes;
  quantity: number;
  /** How many of this line are available: the stock minus what the preceding lines take. */
  left: number;
  /** Price when it was added, in minor units. */
  seenCents: number;
  problem: CartProblem | null;
}

export interface CartView {
  rows: CartRow[];
  /** In minor units, of the rows that can be bought. */
  subtotalCents: number;
  /** Number of pieces in the cart. */
  count: number;
  /** Whether everything in the cart can be bought. */
  isReady: boolean;
  /** When it arrives by standard shipping, if ordered now. */
  arrival?: ArrivalSpan;
}

/** Whether a problem blocks the checkout; a changed price does not. */
export function isBlocking(problem: CartProblem | null): boolean {
  return problem !== null && problem !== "priceChanged";
}

export function viewOf(rows: CartRow[]): CartView {
  const bought = rows.filter(({ problem }) => !isBlocking(problem));
  return {
    rows,
    subtotalCents: bought.reduce((sum, { product, quantity }) => sum + product.payCents * quantity, 0),
    count: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    isReady: rows.length > 0 && bought.length === rows.length,
  };
}

/** Whether the buyer may choose a pet, so that the tag arrives claimed and linked to it. */
export function isForPet({ category }: Pick<CartProduct, "category">): boolean {
  return category === "tags";
}
