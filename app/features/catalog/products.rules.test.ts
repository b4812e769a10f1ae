// Buyers would see the full price during a sale, or could order without choosing a size.
import { describe, expect, test } from "vitest";
import {
  altIn,
  type Badge,
  badgesOf,
  choiceOf,
  hasRunLow,
  meanStars,
  nameIn,
  priceOf,
  supplyOf,
} from "./products.rules.ts";

const bowl = { nameEn: "Bowl", nameAr: "طبق" };

test("a sale price takes precedence, even when it is zero", () => {
  expect(priceOf({ priceCents: 1500, salePriceCents: null })).toBe(1500);
  expect(priceOf({ priceCents: 1500, salePriceCents: 900 })).toBe(900);
  expect(priceOf({ priceCents: 1500, salePriceCents: 0 })).toBe(0);
});

test("a picture without a description falls back to the product's name in the user's language", () => {
  expect([nameIn("en", bowl), nameIn("ar", bowl)]).toEqual(["Bowl", "طبق"]);
  const described = { altEn: "A blue bowl", altAr: "طبق أزرق" };
  expect([altIn("en", described, bowl), altIn("ar", described, bowl)]).toEqual(["A blue bowl", "طبق أزرق"]);
  const half = { altEn: null, altAr: "طبق أزرق" };
  expect([altIn("en", half, bowl), altIn("ar", half, bowl)]).toEqual(["Bowl", "طبق أزرق"]);
  expect(altIn("ar", { altEn: "A blue bowl", altAr: "" }, bowl)).toBe("طبق");
});

test("an option must be chosen only when there is more than one possibility, the size first", () => {
  expect(choiceOf({ options: [] })).toBe(null);
  expect(choiceOf({ options: [{ name: "color", values: ["teal"] }] })).toBe(null);
  expect(choiceOf({ options: [{ name: "engraving", maxLength: 20 }] })).toBe("engraving");
  const colors = { name: "color" as const, values: ["teal" as const, "gold" as const] };
  expect(choiceOf({ options: [{ name: "engraving", maxLength: 20 }, colors] })).toBe("color");
  expect(choiceOf({ options: [colors, { name: "size", values: ["s", "m"] }] })).toBe("size");
});

describe("product badges", () => {
  const plain = { priceCents: 1, salePriceCents: null, stock: 3, isFeatured: false, isNew: false, isBestseller: false };
  test.each<[Badge, object]>([
    ["soldOut", { stock: 0 }],
    ["sale", { salePriceCents: 0 }],
    ["new", { isNew: true }],
    ["bestseller", { isBestseller: true }],
    ["featured", { isFeatured: true }],
  ])("%s", (badge, values) => {
    expect(badgesOf(plain)).toEqual([]);
    expect(badgesOf({ ...plain, ...values })).toEqual([badge]);
  });

  test("are sorted by importance", () => {
    const all = { ...plain, stock: 0, salePriceCents: 1, isNew: true, isBestseller: true, isFeatured: true };
    expect(badgesOf(all)).toEqual(["soldOut", "sale", "new", "bestseller", "featured"]);
  });
});

test.each([
  [-1, "none"],
  [0, "none"],
  [1, "few"],
  [5, "few"],
  [6, "plenty"],
])("supply of %i pieces is %s", (stock, supply) => {
  expect(supplyOf(stock)).toBe(supply);
});

test.each([
  [6, 5, true],
  [6, 4, true],
  [100, 0, true],
  [5, 4, false],
  [5, 5, false],
  [7, 6, false],
  [4, 6, false],
])("going from %i to %i pieces crosses a threshold of 5: %s", (before, after, passes) => {
  expect(hasRunLow(before, after, 5)).toBe(passes);
});

test("meanStars is the mean, and 0 without reviews", () => {
  expect(meanStars({ ratingSum: 0, ratingCount: 0 })).toBe(0);
  expect(meanStars({ ratingSum: 9, ratingCount: 2 })).toBe(4.5);
});
