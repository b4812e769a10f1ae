// A buyer who signs in would find fewer or more pieces in the cart than they chose.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attributes } from "#app/features/catalog/products.rules.ts";
import { attributesKey, isSameChoice, maxPerLine, mergeCarts, normalizeQuantity, type Wanted } from "./cart.rules.ts";

const choices: Attributes[] = [{}, { color: "gold" }, { color: "black", engraving: "روكي 🐾" }];
const line = fc.record({
  productId: fc.constantFrom("a", "b", "c"),
  attributes: fc.constantFrom(...choices),
  quantity: fc.integer({ min: 1, max: 40 }),
});
const distinct = (lines: Wanted[]) =>
  lines.filter((one, at) => lines.findIndex((other) => isSameChoice(one, other)) === at);
const account = fc.array(line, { maxLength: 6 }).map(distinct);
const guest = fc.array(line, { maxLength: 8 });
const stock = fc.record({ a: fc.nat(60), b: fc.nat(60), c: fc.nat(3) });

const sums = (lines: readonly Wanted[]) => {
  const all = new Map<string, number>();
  for (const one of lines) {
    const key = `${one.productId} ${attributesKey(one.attributes)}`;
    all.set(key, (all.get(key) ?? 0) + one.quantity);
  }
  return new Map([...all].sort());
};
const ofProduct = (lines: readonly Wanted[], id: string) =>
  lines.filter((one) => one.productId === id).reduce((sum, one) => sum + one.quantity, 0);

describe("mergeCarts", () => {
  test("keeps the account's lines and adds the guest's up to the stock", () => {
    fc.assert(
      fc.property(account, guest, stock, (mine, theirs, left) => {
        const stockOf = (id: string) => left[id as "a"];
        const { lines, capped } = mergeCarts(mine, theirs, stockOf);
        for (const id of ["a", "b", "c"]) {
          const before = ofProduct(mine, id);
          const wanted = before + ofProduct(theirs, id);
          const got = ofProduct(lines, id);
          expect(got).toBeGreaterThanOrEqual(before);
          expect(got).toBeLessThanOrEqual(Math.max(before, stockOf(id)));
          expect(capped.includes(id)).toBe(got < wanted);
        }
        for (const one of mine)
          expect(lines.find((other) => isSameChoice(one, other))?.quantity).toBeGreaterThanOrEqual(one.quantity);
        expect(distinct(lines)).toHaveLength(lines.length);
      }),
    );
  });

  test("does not depend on the order of the guest's lines", () => {
    fc.assert(
      fc.property(
        account,
        guest.chain((lines) =>
          fc.tuple(
            fc.constant(lines),
            fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
          ),
        ),
        stock,
        (mine, [one, other], left) => {
          const stockOf = (id: string) => left[id as "a"];
          const [first, second] = [mergeCarts(mine, one, stockOf), mergeCarts(mine, other, stockOf)];
          expect(sums(second.lines)).toEqual(sums(first.lines));
          expect(second.capped).toEqual(first.capped);
        },
      ),
    );
  });

  test("equals the plain sum with plenty of stock; an empty guest cart changes nothing", () => {
    fc.assert(
      fc.property(account, guest, (mine, theirs) => {
        const { lines, capped } = mergeCarts(mine, theirs, () => Number.MAX_SAFE_INTEGER);
        const wanted = new Map([...sums([...mine, ...theirs])].map(([key, sum]) => [key, Math.min(sum, maxPerLine)]));
        expect(sums(lines)).toEqual(wanted);
        expect(capped.length > 0).toBe([...sums([...mine, ...theirs]).values()].some((sum) => sum > maxPerLine));
        expect(sums(mergeCarts(mine, [], () => 0).lines)).toEqual(sums(mine));
      }),
    );
  });
});

test("attributesKey ignores the order of attributes and empty values, but not letter case", () => {
  const key = '[["color","gold"],["size","l"]]';
  expect([attributesKey({ size: "l", color: "gold" }), attributesKey({ color: "gold", size: "l" })]).toEqual([
    key,
    key,
  ]);
  expect(attributesKey({ size: "l", engraving: "", color: "gold" })).toBe(key);
  expect(attributesKey({ engraving: "rocky" })).not.toBe(attributesKey({ engraving: "Rocky" }));
});

test.each([
  [1, 1],
  [99, 99],
  [1e9, maxPerLine],
  [0, null],
  [-3, null],
  [1.5, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])("normalizeQuantity(%s) returns %s", (given, wanted) => {
  expect(normalizeQuantity(given)).toBe(wanted);
});

test("mergeCarts assigns the remaining stock to the guest's lines in a fixed order and lists capped products in order", () => {
  const gold: Wanted = { productId: "b", attributes: { color: "gold" }, quantity: 3 };
  const black: Wanted = { productId: "b", attributes: { color: "black" }, quantity: 3 };
  const other: Wanted = { productId: "a", attributes: {}, quantity: 9 };
  for (const guest of [
    [gold, black, other],
    [other, black, gold],
    [black, other, gold],
  ]) {
    const merged = mergeCarts([], guest, (id) => (id === "b" ? 4 : 2));
    expect(merged.lines).toEqual([
      { ...other, quantity: 2 },
      { ...black, quantity: 3 },
      { ...gold, quantity: 1 },
    ]);
    expect(merged.capped).toEqual(["a", "b"]);
  }
});

test("mergeCarts adds no line for a sold-out product", () => {
  const guest: Wanted[] = [{ productId: "a", attributes: {}, quantity: 2 }];
  expect(mergeCarts([], guest, () => 0)).toEqual({ lines: [], capped: ["a"] });
});
