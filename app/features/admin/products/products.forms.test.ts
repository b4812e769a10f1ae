// A price typed in Arabic digits would be refused, or a mistyped one would be what buyers pay.
import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { correctionForm, productForm } from "./products.forms.server.ts";

const validForm = {
  sku: "alf-1",
  nameEn: "Tag",
  nameAr: "بطاقة",
  category: "tags",
  priceCents: "14.99",
  lowStockAt: "5",
  stock: "10",
};

function read(values: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...validForm, ...values }))
    for (const one of [value].flat()) form.append(name, one);
  const result = parseWithZod(form, { schema: productForm });
  return result.status === "success" ? result.value : Object.keys(result.error ?? {});
}

describe("product form", () => {
  test("combines the choices for buyers into options, in a fixed order and without duplicates", () => {
    const value = read({ colors: ["teal", "gold", "teal"], sizes: ["l", "s"], engraving: "٢٤" });
    expect(value).toMatchObject({
      sku: "ALF-1",
      store: "Aleef",
      salePriceCents: null,
      options: [
        { name: "color", values: ["teal", "gold"] },
        { name: "size", values: ["s", "l"] },
        { name: "engraving", maxLength: 24 },
      ],
    });
    expect(read({})).toMatchObject({ options: [], isFeatured: false, widthMm: null });
    expect(read({ widthMm: "٣٢" })).toMatchObject({ widthMm: 32 });
    expect(read({ widthMm: "0" })).toEqual(["widthMm"]);
  });

  test.each([
    ["14.99", 1499],
    ["$14", 1400],
    ["14,9", 1490],
    ["١٤٫٩٩", 1499],
    ["0.01", 1],
    ["10000", 1_000_000],
  ])("accepts %s as a price", (priceCents, cents) => {
    expect(read({ priceCents })).toMatchObject({ priceCents: cents });
  });

  test.each([
    "-1",
    "0",
    "0.00",
    "1.999",
    "1e3",
    "10000.01",
    "999999999999",
    "NaN",
    "Infinity",
    "1,000.00",
    "abc",
    "0x10",
  ])("rejects %s as a price", (priceCents) => {
    expect(read({ priceCents })).toEqual(["priceCents"]);
  });

  test.each(["-1", "1.5", "100001", "1e3", "many"])("rejects %s as stock", (stock) => {
    expect(read({ stock })).toEqual(["stock"]);
  });

  test("rejects unknown colours, sizes and categories, and a SKU with invalid characters", () => {
    expect(read({ colors: ["<script>"] })).toEqual(["colors[0]"]);
    expect(read({ sizes: ["xxl"] })).toEqual(["sizes[0]"]);
    expect(read({ category: "constructor" })).toEqual(["category"]);
    expect(read({ sku: "a b<c>" })).toEqual(["sku"]);
    expect(read({ engraving: "1000" })).toEqual(["engraving"]);
    expect(read({ nameEn: "\u202E \u200F", nameAr: "x".repeat(121) })).toEqual(["nameEn", "nameAr"]);
  });
});

test.each([
  ["-3", -3],
  ["+12", 12],
  ["−٣", -3],
])("parses a correction of %s as %d pieces", (change, pieces) => {
  expect(correctionForm.parse({ version: 1, change, note: "counted" })).toMatchObject({ change: pieces });
});
