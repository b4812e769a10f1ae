import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cartState, refreshCart } from "./cart-store.ts";
import type { CartView } from "./cart-view.rules.ts";

const viewOf = (quantity: number) =>
  ({ rows: quantity ? [{ id: "line", product: { id: "tag" }, attributes: {}, quantity }] : [] }) as unknown as CartView;

/** What answers each request for the cart, in the order in which they were sent. */
let answers: ((quantity: number) => void)[] = [];

beforeEach(() => {
  answers = [];
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        answers.push((quantity) => resolve(Response.json({ view: viewOf(quantity) })));
      }),
  );
});

afterEach(() => vi.unstubAllGlobals());

const pieces = () => cartState().lines.reduce((sum, { quantity }) => sum + quantity, 0);

test("an answer that comes late does not bring back what a later request no longer found", async () => {
  const beforeTheOrder = refreshCart("mona");
  const afterTheOrder = refreshCart("mona");
  answers[1]?.(0);
  await afterTheOrder;
  answers[0]?.(3);
  await beforeTheOrder;
  expect(pieces()).toBe(0);
});

test("answers that come in order each count", async () => {
  const first = refreshCart("mona");
  const second = refreshCart("mona");
  answers[0]?.(3);
  await first;
  expect(pieces()).toBe(3);
  answers[1]?.(1);
  await second;
  expect(pieces()).toBe(1);
});
