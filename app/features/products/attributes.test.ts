import { describe, expect, test } from "vitest";
import { readAttributes } from "./attributes.ts";
import type { ProductOption } from "./products.rules.ts";

const options: ProductOption[] = [
  { name: "color", values: ["gold", "silver"] },
  { name: "size", values: ["m"] },
  { name: "engraving", maxLength: 8 },
];

describe("what a buyer chose", () => {
  test("comes out in one order, whatever order it came in", () => {
    const read = readAttributes(options, { engraving: " Rocky ", size: "m", extra: "x", color: "gold" });
    expect(JSON.stringify(read)).toBe('{"attributes":{"color":"gold","size":"m","engraving":"Rocky"}}');
  });

  test("the only size needs no choice, an engraving may stay empty, a color may not", () => {
    expect(readAttributes(options, { color: "gold" })).toEqual({ attributes: { color: "gold", size: "m" } });
    expect(readAttributes(options, {})).toEqual({ problem: "products.chooseColor", field: "color" });
  });

  test.each([
    ["a color it does not come in", { color: "teal" }, "color"],
    ["a color there is not", { color: "<script>" }, "color"],
    ["a name of every object", { color: "constructor" }, "color"],
    ["a size it does not come in", { color: "gold", size: "xl" }, "size"],
  ])("%s is refused", (_what, input, field) => {
    expect(readAttributes(options, input)).toEqual({ problem: "products.notOffered", field });
  });

  test("an option that the product does not have is refused, not dropped in silence", () => {
    expect(readAttributes([], { engraving: "Rocky" })).toMatchObject({ problem: "products.notOffered" });
  });

  test("values that are no text count as not chosen", () => {
    expect(readAttributes(options, { color: ["gold"], size: 3 })).toMatchObject({ problem: "products.chooseColor" });
  });

  test.each(["لُونَا 123", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "ééééé", "12345678"])("%s fits eight signs", (engraving) => {
    expect(readAttributes(options, { color: "gold", engraving })).toHaveProperty("attributes.engraving", engraving);
  });

  test("the ninth sign is one too many, and a pile of accents is no sign", () => {
    const read = (engraving: string) => readAttributes(options, { color: "gold", engraving });
    expect(read("123456789")).toEqual({
      problem: "products.engravingTooLong",
      field: "engraving",
      params: { most: 8 },
    });
    expect(read(`a${"\u0301".repeat(40)}`)).toMatchObject({ problem: "products.engravingUnreadable" });
  });

  test("control signs and direction marks are not engraved", () => {
    expect(readAttributes(options, { color: "gold", engraving: "\u202ERo\u0000c\nky" })).toHaveProperty(
      "attributes.engraving",
      "Roc ky",
    );
  });
});
