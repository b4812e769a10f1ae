export const categories = ["tags", "collars", "leashes", "accessories"] as const;
export type Category = (typeof categories)[number];

/** Seller; the specification's field `store`. */
export const ownStore = "Aleef";

export const colors = [
  "silver",
  "gold",
  "rose",
  "black",
  "white",
  "teal",
  "marigold",
  "coral",
  "navy",
  "brown",
] as const;
export type Color = (typeof colors)[number];

export const sizes = ["xs", "s", "m", "l", "xl"] as const;
export type Size = (typeof sizes)[number];

/** Neck circumference that a collar of each size fits, in centimetres. */
export const neckCm: Record<Size, readonly [from: number, to: number]> = {
  xs: [20, 25],
  s: [25, 32],
  m: [32, 41],
  l: [41, 52],
  xl: [52, 65],
};

/** An option that a buyer chooses: one of the colours, one of the sizes, or a text to engrave. */
export type ProductOption =
  | { name: "color"; values: Color[] }
  | { name: "size"; values: Size[] }
  /** `maxLength` is in user-perceived characters (grapheme clusters). */
  | { name: "engraving"; maxLength: number };
export type OptionName = ProductOption["name"];

/** The specification's `selected_attributes`. */
export type Attributes = {
  color?: Color;
  size?: Size;
  engraving?: string;
};

export interface Priced {
  /** In minor units. */
  priceCents: number;
  salePriceCents: number | null;
}

/** Returns the current price in minor units: the sale price, if set. */
export function priceOf({ priceCents, salePriceCents }: Priced): number {
  return salePriceCents ?? priceCents;
}

/** What lists, the cart and the checkout show of a product. */
export interface ListedProduct extends Priced {
  id: string;
  sku: string;
  nameEn: string;
  nameAr: string;
  category: Category;
  store: string;
  stock: number;
  isFeatured: boolean;
  isNew: boolean;
  isBestseller: boolean;
  options: ProductOption[];
  ratingSum: number;
  ratingCount: number;
  photoId: string | null;
  altEn: string | null;
  altAr: string | null;
}

type Language = "en" | "ar";

export function nameIn(language: Language, product: { nameEn: string; nameAr: string }): string {
  return language === "ar" ? product.nameAr : product.nameEn;
}

/** Returns a picture's alternative text; falls back to the product's name. */
export function altIn(
  language: Language,
  picture: { altEn: string | null; altAr: string | null },
  product: { nameEn: string; nameAr: string },
): string {
  return (language === "ar" ? picture.altAr : picture.altEn) || nameIn(language, product);
}

/**
 * Returns the first option that a buyer must choose before adding a product to the cart, the size first; null for none.
 */
export function choiceOf({ options }: Pick<ListedProduct, "options">): OptionName | null {
  const open = options.filter((option) => option.name === "engraving" || option.values.length > 1);
  const order: OptionName[] = ["size", "color", "engraving"];
  return order.find((name) => open.some((option) => option.name === name)) ?? null;
}

export const badges = ["soldOut", "sale", "new", "bestseller", "featured"] as const;
export type Badge = (typeof badges)[number];

/** Returns a product's badges, the most important first. */
export function badgesOf(
  product: Priced & { stock: number; isFeatured: boolean; isNew: boolean; isBestseller: boolean },
): Badge[] {
  const has: Record<Badge, boolean> = {
    soldOut: product.stock === 0,
    sale: product.salePriceCents !== null,
    new: product.isNew,
    bestseller: product.isBestseller,
    featured: product.isFeatured,
  };
  return badges.filter((badge) => has[badge]);
}

export const sorts = ["featured", "priceUp", "priceDown", "newest", "rated"] as const;
export type Sort = (typeof sorts)[number];

/** Filter values for stock in the admin panel. */
export const stockStates = ["onSale", "low", "soldOut", "archived"] as const;
export type StockState = (typeof stockStates)[number];

export const stockReasons = ["opening", "order", "cancel", "refuse", "return", "refund", "correction"] as const;
/** Why pieces return to stock. */
export type RestockReason = "cancel" | "refuse" | "return" | "refund";

/** Stock up to which buyers see how many pieces are left. */
const fewLeft = 5;

export type Supply = "plenty" | "few" | "none";

export function supplyOf(stock: number): Supply {
  if (stock <= 0) return "none";
  return stock <= fewLeft ? "few" : "plenty";
}

/** Whether a stock change crossed the threshold downwards, which is when administrators are notified. */
export function hasRunLow(before: number, after: number, threshold: number): boolean {
  return before > threshold && after <= threshold;
}

/** Returns the mean number of stars, 0 without reviews. */
export function meanStars({ ratingSum, ratingCount }: { ratingSum: number; ratingCount: number }): number {
  return ratingCount === 0 ? 0 : ratingSum / ratingCount;
}

export const maxLengths = {
  sku: 40,
  name: 120,
  description: 4000,
  store: 60,
  alt: 200,
  engraving: 40,
  note: 300,
  review: 2000,
} as const;

export const maxPrice = 10_000;
export const maxMm = 5000;
export const maxStock = 100_000;
export const maxPictures = 8;
