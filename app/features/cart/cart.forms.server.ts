import * as z from "zod";
import type { Attributes } from "#app/features/catalog/products.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import type { Wanted } from "./cart.rules.ts";

const id = z.uuid();

/** Parses a whole number as typed, Arabic digits included; NaN for anything else. */
export const quantity = z
  .string()
  .max(12)
  .transform((text) => {
    const bare = foldDigits(text).trim();
    return /^-?\d+$/.test(bare) ? Number(bare) : Number.NaN;
  });

const attributes = z
  .object({
    color: z.string().max(1000).optional(),
    size: z.string().max(1000).optional(),
    engraving: z.string().max(1000).optional(),
  })
  .default({});

/** Form on a product's page. */
export const addForm = z.object({
  product: id,
  quantity: quantity.default(1),
  ...attributes.unwrap().shape,
});

export const changeLineForm = z.object({ lineId: id, quantity });

export const lineForm = z.object({ lineId: id });

const sentLine = z.object({
  id: z.string().max(100).optional(),
  productId: z.string().max(60),
  quantity: z.number(),
  attributes,
  seenCents: z.number().optional(),
});

/** Cart lines from a browser's storage, which may be corrupt: invalid lines are skipped; at most 100 are read. */
const sentLines = z.array(z.unknown()).transform((lines) =>
  lines.slice(0, 100).flatMap((line) => {
    const read = sentLine.safeParse(line);
    return read.success ? [read.data] : [];
  }),
);

/** Cart request of a page's script, as JSON. */
export const cartCall = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("quote"), lines: sentLines }),
  z.object({ intent: z.literal("merge"), key: id, lines: sentLines }),
  z.object({ intent: z.literal("add"), line: sentLine }),
  z.object({ intent: z.literal("change"), lineId: id, quantity: z.number() }),
  z.object({ intent: z.literal("remove"), lineId: id }),
]);

/** Parses the choices in a browser's cookie; invalid ones are skipped. */
export function readPostedLines(text: string | undefined): Wanted[] {
  try {
    return sentLines
      .parse(JSON.parse(text ?? "[]"))
      .map(({ productId, quantity, attributes }) => ({ productId, quantity, attributes: attributes as Attributes }));
  } catch {
    return [];
  }
}
