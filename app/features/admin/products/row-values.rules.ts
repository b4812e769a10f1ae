import { toMajorUnits } from "#app/platform/i18n/money.rules.ts";

/** Values of a product that can be edited in the list; money in minor units. */
interface EditableProduct {
  version: number;
  priceCents: number;
  salePriceCents: number | null;
  stock: number;
}

/** The fields of a row, as text. */
type RowTexts = Record<"priceCents" | "salePriceCents" | "stock", string>;

/** Formats a row as it is shown, to be submitted with it: `version|price|sale price|stock`. */
export function formatShownRow({ version, priceCents, salePriceCents, stock }: EditableProduct): string {
  return [version, priceCents, salePriceCents ?? "", stock].join("|");
}

const toTexts = (price: number, sale: number | null, stock: number): RowTexts => ({
  priceCents: toMajorUnits(price),
  salePriceCents: sale === null ? "" : toMajorUnits(sale),
  stock: String(stock),
});

/** Returns a submitted value as text; a list or an object, which only a forged form has, as none. */
const readText = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * Returns the texts of a row's fields: what was typed in the rejected form `posted`, and the current value of each
 * field that was not edited, which others may have changed since.
 */
export function getRowTexts(product: EditableProduct, posted?: Record<string, unknown>): RowTexts {
  const texts = toTexts(product.priceCents, product.salePriceCents, product.stock);
  if (!posted) return texts;
  const [, price, sale, stock] = readText(posted.shown).split("|");
  const before = toTexts(Number(price), sale ? Number(sale) : null, Number(stock));
  for (const field of Object.keys(texts) as (keyof RowTexts)[]) {
    const typed = readText(posted[field]);
    if (typed !== before[field]) texts[field] = typed;
  }
  return texts;
}
