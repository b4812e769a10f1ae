import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getCartState, refreshCart } from "./cart-store.ts";
import type { CartView } from "./cart-view.rules.ts";

const viewOf = (quantity: number) =>
  ({ rows: quantity ? [{ id: "line", product: { id: "tag" }, attributes: {}, quantity }] : [] }) as unknown as CartView;

/** Resolves each cart request, in the order in which they were sent. */
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

const pieces = () => getCartState().lines.reduce((sum, { quantity }) => sum + quantity, 0);

test("a late response does not overwrite that of a later request", async () => {
  const beforeTheOrder = refreshCart("mona");
  const afterTheOrder = refreshCart("mona");
  answers[1]?.(0);
  await afterTheOrder;
  answers[0]?.(3);
  await beforeTheOrder;
  expect(pieces()).toBe(0);
});

test("responses that arrive in order are all applied", async () => {
  const first = refreshCart("mona");
  const second = refreshCart("mona");
  answers[0]?.(3);
  await first;
  expect(pieces()).toBe(3);
  answers[1]?.(1);
  await second;
  expect(pieces()).toBe(1);
});
