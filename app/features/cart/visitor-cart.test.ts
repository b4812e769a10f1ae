// A visitor would lose the cart at sign-in, or find the lines of somebody else in it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CartProduct, CartView } from "./cart-view.rules.ts";

const viewOf = (quantity: number) =>
  ({ rows: quantity ? [{ id: "line", product: { id: "tag" }, attributes: {}, quantity }] : [] }) as unknown as CartView;

/** Answers each cart request, in the order in which they were sent. */
let answers: ((quantity: number) => void)[] = [];
let intents: string[] = [];

beforeEach(() => {
  answers = [];
  intents = [];
  vi.stubGlobal(
    "fetch",
    (_path: string, options: { body: string }) =>
      new Promise<Response>((resolve) => {
        intents.push(JSON.parse(options.body).intent);
        answers.push((quantity) => resolve(Response.json({ view: viewOf(quantity) })));
      }),
  );
});

afterEach(() => vi.unstubAllGlobals());

/** Loads the cart as a browser does that has never been here; without `isStoring`, it keeps nothing. */
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
  return { ...(await import("./visitor-cart.ts")), ...(await import("./account-cart.ts")) };
}

const tag = (stock = 9) => ({ product: { id: "tag", stock } as CartProduct, quantity: 1, attributes: {} });
const afterMicrotasks = () => new Promise((resolve) => setTimeout(resolve));

test("takes up to 99 of one choice, and says that it is not the stock", async () => {
  const { addToVisitorCart } = await openNewBrowser();
  const add = (quantity: number, stock: number, id: string) =>
    addToVisitorCart({ product: { id, stock } as CartProduct, quantity, attributes: {} });
  expect(add(60, 138, "tag")).toMatchObject({ isCapped: false });
  expect(add(40, 138, "tag")).toEqual({ isCapped: true, stock: 138, most: 99 });
  expect(add(5, 3, "collar")).toEqual({ isCapped: true, stock: 3 });
});

test.each([true, false])("is merged once and then empty (storage: %s)", async (isStoring) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const cart = await openNewBrowser({ isStoring });
  expect(await cart.mergeVisitorCart()).toBeNull();
  cart.addToVisitorCart(tag());
  const merged = cart.mergeVisitorCart();
  answers[0]?.(1);
  await merged;
  expect(cart.getVisitorCart().lines).toEqual([]);
  expect(await cart.mergeVisitorCart()).toBeNull();
  expect(intents).toEqual(["merge"]);
});

test("stays when the merge fails, and is merged with the same key by the next attempt", async () => {
  const cart = await openNewBrowser();
  cart.addToVisitorCart(tag());
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    keys.push(JSON.parse(body).key);
    if (keys.length === 1) throw new TypeError("offline");
    return Response.json({ view: viewOf(1) });
  });
  await expect(cart.mergeVisitorCart()).rejects.toThrow("offline");
  expect(cart.getVisitorCart().lines).toHaveLength(1);
  await cart.mergeVisitorCart();
  expect(cart.getVisitorCart().lines).toEqual([]);
  expect(keys[1]).toBe(keys[0]);
});

test("lines that are added after another tab has merged the cart are not emptied with it", async () => {
  const cart = await openNewBrowser();
  cart.addToVisitorCart(tag());
  const first = cart.mergeVisitorCart();
  const second = cart.mergeVisitorCart();
  answers[0]?.(1);
  await first;
  cart.addToVisitorCart(tag());
  answers[1]?.(1);
  await second;
  expect(cart.getVisitorCart().lines).toHaveLength(1);
});

test("a quote that is answered after the lines have changed is not shown", async () => {
  const cart = await openNewBrowser();
  cart.addToVisitorCart(tag());
  const quoted = cart.quoteVisitorCart();
  cart.addToVisitorCart(tag());
  answers[0]?.(1);
  await quoted;
  expect(cart.getVisitorCart()).toMatchObject({ lines: [{ quantity: 2 }], view: null });
});

test("changes of an account's cart are sent one after the other, also after one has failed", async () => {
  const { changeAccountCart } = await openNewBrowser();
  const addOne = () => changeAccountCart({ intent: "add", line: { productId: "tag", quantity: 1, attributes: {} } });
  const first = addOne();
  const second = addOne();
  await afterMicrotasks();
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  await first;
  await afterMicrotasks();
  expect(answers).toHaveLength(2);
  answers[1]?.(2);
  expect((await second).view?.rows[0]?.quantity).toBe(2);
});
