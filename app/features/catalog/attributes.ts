import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import type { Attributes, OptionName, ProductOption } from "./products.rules.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Returns the user-perceived characters of a text (grapheme clusters, UAX #29). */
export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Maximum number of code points in one character: a letter with its vowel signs, but no stacks of them. */
const maxCodePointsPerCharacter = 4;
/**
 * Characters that both the engraver and the packing slip support: Latin, Arabic, Cyrillic, Hebrew, digits, simple
 * punctuation.
 */
const engravable =
  /^[\u0020-\u007E\u00C0-\u0161\u0164-\u017F\u060C\u061B\u061F\u0621-\u063A\u0640-\u0652\u0660-\u0669\u0670\u0671\u067E\u0686\u0698\u06A9\u06AF\u06CC\u06F0-\u06F9\u0400-\u045F\u0490\u0491\u05D0-\u05EA\u2013\u2014\u2018\u2019\u201C\u201D\u2026\u2116]*$/;
const maxTypedLength = 1000;

export interface AttributeProblem {
  problem:
    | "store.product.chooseColor"
    | "store.product.chooseSize"
    | "store.product.notOffered"
    | "store.product.engravingTooLong"
    | "store.product.unengravable";
  field: OptionName;
  params?: { most: number };
}

/**
 * Returns the cleaned attributes in a fixed order, or the first problem. A product with one colour or size needs no
 * choice; an engraving may be empty. A problem is a colour or size that the product does not have, an option that it
 * does not have, and an engraving that is too long or not engravable (emoji). Unknown names are dropped.
 */
export function readAttributes(
  options: readonly ProductOption[],
  input: Readonly<Record<string, unknown>>,
): { attributes: Attributes } | AttributeProblem {
  const attributes: Attributes = {};
  for (const field of ["color", "size", "engraving"] as const) {
    const typed = input[field];
    const chosen = typeof typed === "string" ? asLine(typed.slice(0, maxTypedLength)) : "";
    const option = options.find(({ name }) => name === field);
    if (!option) {
      if (chosen) return { problem: "store.product.notOffered", field };
    } else if (option.name === "engraving") {
      const problem = chosen && findEngravingProblem(chosen, option.maxLength);
      if (problem) return problem;
      if (chosen) attributes.engraving = chosen;
    } else {
      const values: readonly string[] = option.values;
      const value = chosen || (values.length === 1 ? values[0] : undefined);
      if (!value)
        return { problem: field === "color" ? "store.product.chooseColor" : "store.product.chooseSize", field };
      if (!values.includes(value)) return { problem: "store.product.notOffered", field };
      Object.assign(attributes, { [field]: value });
    }
  }
  return { attributes };
}

/**
 * Returns why a text cannot be engraved: unsupported characters (emoji), or more than `most` characters; null if it
 * can.
 */
export function findEngravingProblem(text: string, most: number): AttributeProblem | null {
  const characters = charactersOf(text);
  if (
    !engravable.test(text.normalize("NFC")) ||
    characters.some((character) => [...character].length > maxCodePointsPerCharacter)
  )
    return { problem: "store.product.unengravable", field: "engraving" };
  return characters.length > most
    ? { problem: "store.product.engravingTooLong", field: "engraving", params: { most } }
    : null;
}
