// A visitor who comes back the next day would find an empty cart, or a page that does not open.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CartProduct } from "./cart-view.rules.ts";
import { addLine, readLines, type StoredLine, setLineQuantity } from "./stored-cart.ts";

const product: CartProduct = {
  id: "p1",
  sku: "TAG",
  nameEn: "Tag",
  nameAr: "بطاقة",
  category: "tags",
  photoId: null,
  payCents: 999,
  stock: 4,
};
const now = new Date("2026-11-21T12:00:00Z");
const one = addLine([], { product, quantity: 2, attributes: {} }, now);

test("a stored line has the fields of the specification", () => {
  expect(one).toEqual([
    { id: `p1-${now.getTime()}`, product, quantity: 2, selected_attributes: {}, added_at: "2026-11-21T12:00:00.000Z" },
  ]);
});

test("adds up identical choices, adds a line for a different one and ignores quantities below one", () => {
  const two = addLine(one, { product, quantity: 3, attributes: {} }, now);
  expect(two.map(({ quantity }) => quantity)).toEqual([5]);
  expect(addLine(two, { product, quantity: 1, attributes: { color: "gold" } }, now)).toHaveLength(2);
  for (const quantity of [0, -1, 0.5]) expect(addLine(two, { product, quantity, attributes: {} }, now)).toEqual(two);
  expect(setLineQuantity(two, two[0]!.id, 0)).toEqual(two);
  expect(setLineQuantity(two, two[0]!.id, 1)[0]?.quantity).toBe(1);
});

test("restores the stored cart, drops only invalid lines and warns about them", () => {
  const bad = [
    null,
    7,
    {},
    { ...one[0], quantity: 0 },
    { ...one[0], product: null },
    { ...one[0], selected_attributes: [1] },
  ];
  const warnings: string[] = [];
  const read = readLines(JSON.stringify([...bad, ...one]), (text) => warnings.push(text));
  expect(read).toEqual(one);
  expect(warnings).toEqual(["6 lines of the cart could not be read"]);
});

test("never throws and returns only valid lines for arbitrary stored text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((value) => JSON.stringify([value])),
      ),
      (text) => {
        const lines: StoredLine[] = readLines(text, () => undefined);
        for (const line of lines) expect(line.quantity).toBeGreaterThan(0);
      },
    ),
  );
});
