// A buyer would get a tag without the engraving or in another colour than they chose.
import fc from "fast-check";
import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import { formatWritable, listFontFiles } from "#app/platform/pdf/pdf-fonts.server.ts";
import { readAttributes } from "./attributes.ts";
import type { ProductOption } from "./products.rules.ts";

const options: ProductOption[] = [
  { name: "color", values: ["gold", "silver"] },
  { name: "size", values: ["m"] },
  { name: "engraving", maxLength: 8 },
];

/** Returns every character that the PDF fonts contain. */
async function printableCharacters(): Promise<Set<string>> {
  const pdf = new PDFDocument();
  const points = [...(await listFontFiles()).values()].flatMap((file) => {
    const { _font } = pdf.font(file) as unknown as { _font: { font: { characterSet: number[] } } };
    return _font.font.characterSet;
  });
  return new Set(points.map((point) => String.fromCodePoint(point)));
}

describe("readAttributes", () => {
  test("returns attributes in a fixed order, whatever the input order", () => {
    const read = readAttributes(options, { engraving: " Rocky ", size: "m", extra: "x", color: "gold" });
    expect(JSON.stringify(read)).toBe('{"attributes":{"color":"gold","size":"m","engraving":"Rocky"}}');
  });

  test("selects the only size, allows an empty engraving and requires a colour", () => {
    expect(readAttributes(options, { color: "gold" })).toEqual({ attributes: { color: "gold", size: "m" } });
    expect(readAttributes(options, {})).toEqual({ problem: "store.product.chooseColor", field: "color" });
  });

  test.each([
    ["a color that is not offered", { color: "teal" }, "color"],
    ["an unknown color", { color: "<script>" }, "color"],
    ["a property of every object", { color: "constructor" }, "color"],
    ["a size that is not offered", { color: "gold", size: "xl" }, "size"],
  ])("rejects %s", (_what, input, field) => {
    expect(readAttributes(options, input)).toEqual({ problem: "store.product.notOffered", field });
  });

  test("rejects an option that the product does not have instead of dropping it", () => {
    expect(readAttributes([], { engraving: "Rocky" })).toMatchObject({ problem: "store.product.notOffered" });
  });

  test("treats values other than strings as not chosen", () => {
    expect(readAttributes(options, { color: ["gold"], size: 3 })).toMatchObject({
      problem: "store.product.chooseColor",
    });
  });

  test.each([
    "لُونَا 123",
    "\u0644\u064F\u0648\u0646\u064E\u0627",
    "e\u0301e\u0301é",
    "Łucja-9",
    "Боня",
    "כלב",
    "12345678",
  ])("accepts %s as at most eight characters", (engraving) => {
    expect(readAttributes(options, { color: "gold", engraving })).toHaveProperty("attributes.engraving", engraving);
  });

  test("rejects a ninth character and stacked accents", () => {
    const read = (engraving: string) => readAttributes(options, { color: "gold", engraving });
    expect(read("123456789")).toEqual({
      problem: "store.product.engravingTooLong",
      field: "engraving",
      params: { most: 8 },
    });
    expect(read(`\u0644${"\u064E".repeat(40)}`)).toMatchObject({ problem: "store.product.unengravable" });
  });

  test.each(["لونا 🐾", "👨‍👩‍👧‍👦", "Rex ❤", "1️⃣", "🇪🇬", "©", "王", "ạ", `a${"\u0301".repeat(40)}`, "\uE000"])(
    "rejects %s as unengravable",
    (engraving) => {
      const refused = { problem: "store.product.unengravable", field: "engraving" };
      expect(readAttributes(options, { color: "gold", engraving })).toEqual(refused);
    },
  );

  test("accepts only characters that the packing slip can print", async () => {
    const printable = await printableCharacters();
    const character = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0x20, max: 0x7ff }).map((point) => String.fromCodePoint(point)),
    );
    fc.assert(
      fc.property(character, (engraving) => {
        const read = readAttributes(options, { color: "gold", engraving });
        if (!("attributes" in read) || !read.attributes.engraving) return;
        const text = read.attributes.engraving;
        expect(formatWritable(text, (one) => printable.has(one))).toBe(text.normalize("NFC"));
      }),
      { numRuns: 5000 },
    );
  });

  test("strips control characters and direction marks", () => {
    expect(readAttributes(options, { color: "gold", engraving: "\u202ERo\u0000c\nky" })).toHaveProperty(
      "attributes.engraving",
      "Roc ky",
    );
  });
});
