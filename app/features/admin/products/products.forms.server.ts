import * as z from "zod";
import {
  categories,
  colors,
  maxLengths,
  maxMm,
  maxPrice,
  maxStock,
  ownStore,
  type ProductOption,
  sizes,
} from "#app/features/catalog/products.rules.ts";
import {
  addFieldIssue,
  always,
  createLineField,
  createMoneyField,
  createTextField,
  maxTypedLength,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";

/** Parses a whole number in Latin or Arabic digits; a sign is accepted only if `min` is negative. */
function wholeNumber(min: number, max: number) {
  return z.string().transform((text, context) => {
    const bare = foldDigits(asLine(text.length > maxTypedLength ? "" : text))
      .replace(/^[−–]/, "-")
      .replace(/^\+/, "");
    const value = /^-?\d{1,7}$/.test(bare) ? Number(bare) : Number.NaN;
    if (value >= min && value <= max) return value;
    context.issues.push({ code: "custom", message: "errors.wholeNumber", params: { min, max }, input: text });
    return z.NEVER;
  });
}

const price = () => createMoneyField({ maxWhole: maxPrice });

/** Letters, digits, hyphens and dots, as printed on labels. */
const sku = createLineField(maxLengths.sku)
  .min(1)
  .transform((text) => text.toUpperCase())
  .refine((text) => /^[A-Z0-9][A-Z0-9.-]*$/.test(text), { error: "adminProducts.skuShape" });

/** Form to create or edit a product. `stock` is used only on creation. */
export const productForm = z
  .object({
    version: versionField.optional(),
    sku,
    nameEn: createLineField(maxLengths.name).min(1),
    nameAr: createLineField(maxLengths.name).min(1),
    descriptionEn: createTextField(maxLengths.description).optional().default(""),
    descriptionAr: createTextField(maxLengths.description).optional().default(""),
    category: z.enum(categories),
    store: createLineField(maxLengths.store).optional().default(ownStore),
    priceCents: price(),
    salePriceCents: price()
      .optional()
      .transform((cents) => cents ?? null),
    stock: wholeNumber(0, maxStock).optional(),
    lowStockAt: wholeNumber(0, maxStock),
    widthMm: wholeNumber(1, maxMm)
      .optional()
      .transform((mm) => mm ?? null),
    isFeatured: z.boolean().optional().default(false),
    isNew: z.boolean().optional().default(false),
    isBestseller: z.boolean().optional().default(false),
    colors: z.array(z.enum(colors)).max(colors.length),
    sizes: z.array(z.enum(sizes)).max(sizes.length),
    /** Maximum number of characters that can be engraved; empty: no engraving. */
    engraving: wholeNumber(1, maxLengths.engraving).optional(),
  })
  .transform(({ colors: chosen, sizes: fitting, engraving, store, ...form }) => {
    const options: ProductOption[] = [];
    if (chosen.length > 0) options.push({ name: "color", values: [...new Set(chosen)] });
    if (fitting.length > 0) options.push({ name: "size", values: sizes.filter((size) => fitting.includes(size)) });
    if (engraving) options.push({ name: "engraving", maxLength: engraving });
    return { ...form, store: store || ownStore, options };
  });

export type ProductFields = z.input<typeof productForm>;

export const versionForm = z.object({ version: versionField });

/** A row of the list as it was shown: `version|price|sale price|stock`, money in minor units. */
const shownRow = z
  .string()
  .max(120)
  .regex(/^\d{1,9}\|\d{1,9}\|\d{0,9}\|\d{1,9}$/)
  .transform((text) => {
    const [shownVersion, priceCents, salePriceCents, stock] = text.split("|");
    return {
      version: Number(shownVersion),
      priceCents: Number(priceCents),
      salePriceCents: salePriceCents ? Number(salePriceCents) : null,
      stock: Number(stock),
    };
  });

/** Values entered in one row of the list. */
export interface ProductEdit {
  /** The product's version when the list was loaded. */
  version: number;
  /** Null if the prices are unchanged. */
  prices: { priceCents: number; salePriceCents?: number | null | undefined } | null;
  stockChange: number;
}

const editedRow = z
  .object({
    shown: shownRow,
    priceCents: price(),
    // Within a record, empty fields are not removed by the parser.
    salePriceCents: z.preprocess((text) => text || undefined, price().optional()),
    stock: wholeNumber(0, maxStock),
  })
  .superRefine(({ priceCents, salePriceCents }, context) => {
    // A field that failed validation may still hold the typed text.
    if (typeof priceCents === "number" && typeof salePriceCents === "number" && salePriceCents >= priceCents)
      addFieldIssue(context, "salePriceCents", "adminProducts.saleNotLower");
  }, always)
  .transform(({ shown, priceCents, salePriceCents = null, stock }): ProductEdit => {
    const isRepriced = priceCents !== shown.priceCents || salePriceCents !== shown.salePriceCents;
    return {
      version: shown.version,
      prices: isRepriced ? { priceCents, salePriceCents } : null,
      stockChange: stock - shown.stock,
    };
  });

/** The changed rows of the list, by product id. */
export const editedRowsForm = z.object({
  rows: z
    .record(z.uuid(), editedRow)
    .transform((rows) =>
      Object.fromEntries(Object.entries(rows).filter(([, { prices, stockChange }]) => prices || stockChange !== 0)),
    ),
});

export const correctionForm = z.object({
  version: versionField,
  change: wholeNumber(-maxStock, maxStock),
  note: createLineField(maxLengths.note).min(1),
});

const alts = {
  altEn: createLineField(maxLengths.alt).optional().default(""),
  altAr: createLineField(maxLengths.alt).optional().default(""),
};

export const newPictureForm = z.object({
  photo: z.file({ error: "form.required" }).min(1, { error: "form.photoNotImage" }),
  ...alts,
});

export const pictureForm = z.object({ pictureId: z.uuid(), ...alts });

export const reviewForm = z.object({ reviewId: z.uuid() });
