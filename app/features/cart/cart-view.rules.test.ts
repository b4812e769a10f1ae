// Buyers could not check out although everything is there, or would pay for what is sold out.
import { expect, test } from "vitest";
import { type CartProblem, type CartRow, cartProblems, isBlocking, isForPet, viewOf } from "./cart-view.rules.ts";

function row(payCents: number, quantity: number, problem: CartProblem | null = null): CartRow {
  const product = { id: "p", sku: "S", nameEn: "", nameAr: "", category: "tags", photoId: null, payCents, stock: 9 };
  const line = { id: "r", attributes: {}, quantity, left: 9, seenCents: payCents, problem };
  return { ...line, product: product as CartRow["product"] };
}

test("only a changed price does not block the checkout", () => {
  expect(cartProblems.filter(isBlocking)).toEqual(["gone", "noneLeft", "notEnough", "choice"]);
  expect(isBlocking(null)).toBe(false);
});

test("the subtotal covers what can be bought, the count everything", () => {
  const rows = [row(500, 2), row(300, 1, "priceChanged"), row(10_000, 4, "noneLeft")];
  expect(viewOf(rows)).toEqual({ rows, subtotalCents: 1300, count: 7, isReady: false });
});

test("is ready when everything can be bought, and never when empty", () => {
  expect(viewOf([row(500, 2), row(300, 1, "priceChanged")]).isReady).toBe(true);
  expect(viewOf([row(500, 2, "choice")]).isReady).toBe(false);
  expect(viewOf([])).toEqual({ rows: [], subtotalCents: 0, count: 0, isReady: false });
});

test("only tags can be ordered for a pet", () => {
  expect(isForPet({ category: "tags" })).toBe(true);
  for (const category of ["collars", "leashes", "accessories"] as const) expect(isForPet({ category })).toBe(false);
});
