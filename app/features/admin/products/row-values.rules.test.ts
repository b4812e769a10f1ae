// An administrator whose form is refused would lose what was typed, or save old values over new ones.
import { expect, test } from "vitest";
import { formatShownRow, getRowTexts } from "./row-values.rules.ts";

const product = { version: 3, priceCents: 1499, salePriceCents: null, stock: 40 };

test("a rejected form keeps what was typed and shows the current value of every other field", () => {
  const now = { version: 4, priceCents: 1999, salePriceCents: 1000, stock: 38 };
  const posted = { shown: formatShownRow(product), priceCents: "14.99", salePriceCents: "", stock: "41" };
  expect(getRowTexts(now, posted)).toEqual({ priceCents: "19.99", salePriceCents: "10.00", stock: "41" });
  // The parser leaves out empty fields.
  const cleared = { shown: formatShownRow(now), priceCents: "abc", stock: "38" };
  expect(getRowTexts(now, cleared)).toEqual({ priceCents: "abc", salePriceCents: "", stock: "38" });
});

test("a forged row of lists and objects shows the current values", () => {
  const current = { priceCents: "14.99", salePriceCents: "", stock: "40" };
  const read = (posted: object) => getRowTexts(product, posted as Record<string, unknown>);
  expect(read({ shown: ["1|2"], ...current })).toEqual(current);
  expect(read({ shown: formatShownRow(product), ...current, stock: { a: "1" } })).toEqual({ ...current, stock: "" });
});

test("a row that was not submitted shows the current values", () => {
  expect(getRowTexts(product)).toEqual({ priceCents: "14.99", salePriceCents: "", stock: "40" });
});
