export const categories = ["tags", "collars", "leashes", "accessories"] as const;
export type Category = (typeof categories)[number];

/** Who sells; the specification's field `store`. */
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

/** Round which necks a collar of each size goes, in centimetres. */
export const neckCm: Record<Size, readonly [from: number, to: number]> = {
  xs: [20, 25],
  s: [25, 32],
  m: [32, 41],
  l: [41, 52],
  xl: [52, 65],
};

/** What a buyer chooses of a product: one of its colours, one of its sizes, a text to engrave. */
export type ProductOption =
  | { name: "color"; values: Color[] }
  | { name: "size"; values: Size[] }
  /** `maxLength` counts what a reader counts as signs (grapheme clusters). */
  | { name: "engraving"; maxLength: number };
export type OptionName = ProductOption["name"];

/** The specification's `selected_attributes`. */
export interface Attributes {
  color?: Color;
  size?: Size;
  engraving?: string;
}

export interface Priced {
  /** minor units. */
  priceCents: number;
  salePriceCents: number | null;
}

/** What a product costs now, in cents: the sale price, when set, takes precedence. */
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

/** What a picture shows, in words; the product's name where nobody wrote any. */
export function altIn(
  language: Language,
  picture: { altEn: string | null; altAr: string | null },
  product: { nameEn: string; nameAr: string },
): string {
  return (language === "ar" ? picture.altAr : picture.altEn) || nameIn(language, product);
}

/** What a buyer has to choose before a product can go into the cart: the size first, null for nothing. */
export function choiceOf({ options }: Pick<ListedProduct, "options">): OptionName | null {
  const open = options.filter((option) => option.name === "engraving" || option.values.length > 1);
  const order: OptionName[] = ["size", "color", "engraving"];
  return order.find((name) => open.some((option) => option.name === name)) ?? null;
}

export const badges = ["soldOut", "sale", "new", "bestseller", "featured"] as const;
export type Badge = (typeof badges)[number];

/** What stands on a product's card, the most telling first. */
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

/** How an administrator looks at the shelves. */
export const stockStates = ["onSale", "low", "soldOut", "archived"] as const;
export type StockState = (typeof stockStates)[number];

export const stockReasons = ["opening", "order", "cancel", "refuse", "return", "refund", "correction"] as const;
/** Why goods come back into stock. */
export type GiveBackReason = "cancel" | "refuse" | "return" | "refund";

/** Up to this stock a buyer sees how many pieces are left. */
const fewLeft = 5;

export type Supply = "plenty" | "few" | "none";

export function supplyOf(stock: number): Supply {
  if (stock <= 0) return "none";
  return stock <= fewLeft ? "few" : "plenty";
}

/** Whether a change of stock passed the threshold from above: the moment administrators are told, once. */
export function hasRunLow(before: number, after: number, threshold: number): boolean {
  return before > threshold && after <= threshold;
}

/** The mean of the stars, 0 without reviews. */
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
