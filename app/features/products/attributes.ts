import { asLine } from "#app/platform/i18n/plain-text.ts";
import type { Attributes, OptionName, ProductOption } from "./products.rules.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The signs of a text as a reader counts them (grapheme clusters, UAX #29). */
export function signsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A family emoji is one sign of eleven code points; a pile of accents on one letter is no sign at all. */
const mostPointsInSign = 12;
const longestTyped = 1000;

export interface AttributeProblem {
  problem:
    | "products.chooseColor"
    | "products.chooseSize"
    | "products.notOffered"
    | "products.engravingTooLong"
    | "products.engravingUnreadable";
  field: OptionName;
  params?: { most: number };
}

/**
 * What a buyer chose of a product's options, cleaned, in one order whatever order it came in. A product with one colour
 * or size needs no choice; an engraving may stay empty. A colour or size that the product does not come in, an option
 * that it does not have, and a text longer than can be engraved are told as a problem. Names we do not know are dropped.
 */
export function readAttributes(
  options: readonly ProductOption[],
  input: Readonly<Record<string, unknown>>,
): { attributes: Attributes } | AttributeProblem {
  const attributes: Attributes = {};
  for (const field of ["color", "size", "engraving"] as const) {
    const typed = input[field];
    const chosen = typeof typed === "string" ? asLine(typed.slice(0, longestTyped)) : "";
    const option = options.find(({ name }) => name === field);
    if (!option) {
      if (chosen) return { problem: "products.notOffered", field };
    } else if (option.name === "engraving") {
      const problem = chosen && engravingProblem(chosen, option.maxLength);
      if (problem) return problem;
      if (chosen) attributes.engraving = chosen;
    } else {
      const values: readonly string[] = option.values;
      const value = chosen || (values.length === 1 ? values[0] : undefined);
      if (!value) return { problem: field === "color" ? "products.chooseColor" : "products.chooseSize", field };
      if (!values.includes(value)) return { problem: "products.notOffered", field };
      Object.assign(attributes, { [field]: value });
    }
  }
  return { attributes };
}

function engravingProblem(text: string, most: number): AttributeProblem | null {
  const signs = signsOf(text);
  if (signs.some((sign) => [...sign].length > mostPointsInSign))
    return { problem: "products.engravingUnreadable", field: "engraving" };
  return signs.length > most ? { problem: "products.engravingTooLong", field: "engraving", params: { most } } : null;
}
