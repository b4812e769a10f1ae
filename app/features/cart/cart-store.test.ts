import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addToCart, getCartState, refreshCart } from "./cart-store.ts";
import type { CartProduct, CartView } from "./cart-view.rules.ts";

const viewOf = (quantity: number) =>
  ({ rows: quantity ? [{ id: "line", product: { id: "tag" }, attributes: {}, quantity }] : [] }) as unknown as CartView;

/** Resolves each cart request, in the order in which they were sent. */
let answers: ((quantity: number) => void)[] = [];
/** Intent of each cart request; reads have none. */
let intents: (string | undefined)[] = [];

beforeEach(() => {
  answers = [];
  intents = [];
  const kept = new Map([["cart-owner", JSON.stringify({ user: "mona" })]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
  vi.stubGlobal(
    "fetch",
    (_path: string, options?: { body: string }) =>
      new Promise<Response>((resolve) => {
        intents.push(options && JSON.parse(options.body).intent);
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

const addOne = () => addToCart("mona", { product: { id: "tag" } as CartProduct, quantity: 1, attributes: {} });
const afterMicrotasks = () => new Promise((resolve) => setTimeout(resolve));

test("a refresh that starts while an item is being added does not hide the item", async () => {
  const added = addOne();
  const refreshed = refreshCart("mona");
  const [answerAdd, answerEarlyRead] = answers;
  answerAdd?.(1);
  // The server read the cart before it added the item.
  answerEarlyRead?.(0);
  await added;
  await afterMicrotasks();
  if (!answerEarlyRead) answers[1]?.(1);
  await refreshed;
  expect(pieces()).toBe(1);
});

test("a refresh that is answered after a later addition does not hide the item", async () => {
  const refreshed = refreshCart("mona");
  const added = addOne();
  answers[1]?.(1);
  await added;
  answers[0]?.(0);
  await refreshed;
  expect(pieces()).toBe(1);
});

test("changes are sent one after the other, so that the last answer shows all of them", async () => {
  const first = addOne();
  const second = addOne();
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  await first;
  await afterMicrotasks();
  answers[1]?.(2);
  await second;
  expect(pieces()).toBe(2);
});

test("a visitor's cart takes up to 99 of one choice, and says that it is not the stock", async () => {
  const add = (quantity: number, stock: number, id: string) =>
    addToCart(null, { product: { id, stock } as CartProduct, quantity, attributes: {} });
  expect(await add(60, 138, "visitor-tag")).toMatchObject({ isCapped: false });
  expect(await add(40, 138, "visitor-tag")).toEqual({ isCapped: true, stock: 138, most: 99 });
  expect(await add(5, 3, "visitor-collar")).toEqual({ isCapped: true, stock: 3 });
});

/** Returns the store as in a browser that has not seen the account yet; without `isStoring`, it keeps nothing. */
async function openNewBrowser({ isStoring = true } = {}) {
  vi.resetModules();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (!isStoring) throw new Error("quota");
      kept.set(key, text);
    },
  });
  return import("./cart-store.ts");
}

test.each([true, false])("the account's own lines are not merged into it (storage: %s)", async (isStoring) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const store = await openNewBrowser({ isStoring });
  // The cart's page reads the cart before the layout, which loads its words first, asks for the merge.
  const refreshed = store.refreshCart("mona");
  answers[0]?.(3);
  await refreshed;
  const merged = store.mergeCart("mona");
  answers[1]?.(3);
  await merged;
  const added = store.addToCart("mona", { product: { id: "tag" } as CartProduct, quantity: 1, attributes: {} });
  answers[2]?.(4);
  await added;
  expect(intents).toEqual([undefined, undefined, "add"]);
});

test("a visitor's lines are merged before the account's cart is read or changed", async () => {
  for (const first of ["refresh", "add"]) {
    intents = [];
    answers = [];
    const store = await openNewBrowser();
    const product = { id: "tag", stock: 9 } as CartProduct;
    await store.addToCart(null, { product, quantity: 1, attributes: {} });
    const work =
      first === "refresh"
        ? store.refreshCart("mona")
        : store.addToCart("mona", { product, quantity: 1, attributes: {} });
    answers[0]?.(2);
    await afterMicrotasks();
    answers[1]?.(3);
    await work;
    expect(intents).toEqual(first === "refresh" ? ["merge"] : ["merge", "add"]);
  }
});

test("a cart handed over at sign-in is empty for the next visitor, unless a page has merged it meanwhile", async () => {
  for (const isMerged of [false, true]) {
    intents = [];
    answers = [];
    const store = await openNewBrowser();
    expect(await store.handOverCart()).toBeNull();
    await store.addToCart(null, { product: { id: "tag", stock: 9 } as CartProduct, quantity: 1, attributes: {} });
    const handedOver = store.handOverCart();
    const merged = isMerged ? store.mergeCart("mona") : null;
    answers[1]?.(3);
    await merged;
    answers[0]?.(3);
    await handedOver;
    expect(store.getCartState().lines).toHaveLength(isMerged ? 1 : 0);
    expect(intents).toEqual(isMerged ? ["merge", "merge"] : ["merge"]);
  }
});
