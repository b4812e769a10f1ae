import type { Attributes, Category } from "#app/features/catalog/products.rules.ts";

/** What a cart shows of a product; always the server's word, never the browser's. */
export interface CartProduct {
  id: string;
  sku: string;
  nameEn: string;
  nameAr: string;
  category: Category;
  photoId: string | null;
  /** What one costs now, in minor units: the sale price first. */
  payCents: number;
  stock: number;
}

/** What changed since something was put into the cart and stands in the way of buying it, or should be known before. */
export const cartProblems = ["gone", "noneLeft", "notEnough", "choice", "priceChanged"] as const;
export type CartProblem = (typeof cartProblems)[number];

export interface CartRow {
  id: string;
  product: CartProduct;
  attributes: Attributes;
  quantity: number;
  /** How many of this line can be had: the stock without what the lines before it take. */
  left: number;
  /** What it cost when it was added. */
  seenCents: number;
  problem: CartProblem | null;
}

export interface CartView {
  rows: CartRow[];
  /** minor units, of the rows that can be bought. */
  subtotalCents: number;
  /** Pieces of everything in the cart. */
  count: number;
  /** Nothing stands in the way of buying all of it. */
  isReady: boolean;
}

/** A changed price is only told; everything else must be settled before paying. */
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

/** Whether the buyer may name a pet, so that the tag arrives claimed and linked to it. */
export function isForPet({ category }: Pick<CartProduct, "category">): boolean {
  return category === "tags";
}
