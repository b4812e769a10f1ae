import { type CartAnswer, postCart, type SentLine } from "./account-cart.ts";
import { cappedTo, maxPerLine, type Wanted } from "./cart.rules.ts";
import type { CartView } from "./cart-view.rules.ts";
import { cartKey } from "./has-stored-cart.ts";
import { addLine, type Choice, isLineOf, readLines, type StoredLine, setLineQuantity } from "./stored-cart.ts";

/** Storage key of the key that is sent when this cart is merged into an account's, so that it is merged once. */
const mergeKeyName = "cart-merge-key";

export interface VisitorCart {
  lines: readonly StoredLine[];
  /** The server's view of these lines, once received. */
  view: CartView | null;
}

const emptyCart: VisitorCart = { lines: [], view: null };
let state: VisitorCart | null = null;
const listeners = new Set<() => void>();
// biome-ignore lint/suspicious/noConsole: read and write errors are only logged (specification §8)
const warn = (problem: unknown) => console.warn("cart:", problem);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    warn(error);
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    warn(error);
  }
}

function publish(next: VisitorCart): void {
  state = next;
  for (const listen of listeners) listen();
}

function saveCart(lines: readonly StoredLine[], view: CartView | null): void {
  write(cartKey, JSON.stringify(lines));
  publish({ lines, view });
}

/** Returns the cart stored in this browser. Unreadable lines are logged and removed, so that they are reported once. */
function readStoredCart(): VisitorCart {
  let isValid = true;
  const lines = readLines(read(cartKey), (problem) => {
    warn(problem);
    isValid = false;
  });
  if (!isValid) write(cartKey, JSON.stringify(lines));
  return { lines, view: null };
}

export function getVisitorCart(): VisitorCart {
  state ??= readStoredCart();
  return state;
}

export const getServerCart = () => emptyCart;

/** Subscribes to changes of the cart, including those in other tabs. Returns the unsubscribe function. */
export function subscribeToVisitorCart(listen: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", listenToOtherTabs);
  listeners.add(listen);
  return () => {
    listeners.delete(listen);
    if (listeners.size === 0) removeEventListener("storage", listenToOtherTabs);
  };
}

function listenToOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === cartKey) publish({ lines: readLines(newValue, warn), view: null });
}

/** Creates a version 4 UUID; `crypto.randomUUID` exists on secure origins only. */
const createKey = () =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  );

/** The merge key while the storage does not accept it. */
let unsavedKey: string | null = null;

function getMergeKey(): string {
  const key = read(mergeKeyName) || unsavedKey || createKey();
  write(mergeKeyName, key);
  unsavedKey = read(mergeKeyName) === key ? null : key;
  return key;
}

const toSentLine = (line: StoredLine): SentLine => ({
  id: line.id,
  productId: line.product.id,
  quantity: line.quantity,
  attributes: line.selected_attributes,
  seenCents: line.product.payCents,
});

/** Fetches current prices and stock. Lines of unknown products are removed. */
export async function quoteVisitorCart(): Promise<void> {
  const { lines } = getVisitorCart();
  if (lines.length === 0) return;
  const { view } = await postCart({ intent: "quote", lines: lines.map(toSentLine) });
  if (!view || getVisitorCart().lines !== lines) return;
  const knownLines = lines.filter((line) => view.rows.some(({ id }) => id === line.id));
  if (knownLines.length === lines.length) return publish({ lines, view });
  warn(`${lines.length - knownLines.length} lines of the cart are of unknown products`);
  saveCart(knownLines, view);
}

/** Merges the cart into the account of whoever has signed in, once, and empties it. Returns null if it is empty. */
export async function mergeVisitorCart(): Promise<CartAnswer | null> {
  const { lines } = getVisitorCart();
  if (lines.length === 0) return null;
  const key = getMergeKey();
  const answer = await postCart({ intent: "merge", key, lines: lines.map(toSentLine) });
  // Another tab may have merged it meanwhile, and a visitor begun another cart.
  if (!answer.view || getMergeKey() !== key) return answer;
  write(mergeKeyName, "");
  unsavedKey = null;
  saveCart([], null);
  return answer;
}

const quantityIn = (lines: readonly StoredLine[], productId: string) =>
  lines.reduce((sum, { product, quantity }) => sum + (product.id === productId ? quantity : 0), 0);

export function addToVisitorCart(wanted: Choice): CartAnswer {
  const { lines } = getVisitorCart();
  const { stock } = wanted.product;
  const quantity = Math.min(wanted.quantity, stock - quantityIn(lines, wanted.product.id));
  const added = quantity > 0 ? addLine(lines, { ...wanted, quantity }, new Date()) : lines;
  if (added !== lines) saveCart(added, null);
  const quantityOf = (some: readonly StoredLine[]) => some.find((line) => isLineOf(line, wanted))?.quantity ?? 0;
  return cappedTo(quantityOf(added), quantityOf(lines) + wanted.quantity, stock);
}

/** Returns the product of a choice that was posted before the scripts had run; undefined if it is no longer known. */
export async function findPostedProduct({ productId, quantity, attributes }: Wanted) {
  const { view } = await postCart({ intent: "quote", lines: [{ productId, quantity, attributes }] });
  return view?.rows[0]?.product;
}

export function changeVisitorLine(lineId: string, quantity: number): CartAnswer {
  const { lines, view } = getVisitorCart();
  const product = view?.rows.find(({ id }) => id === lineId)?.product;
  const others = lines.filter(({ id }) => id !== lineId);
  const left = product ? Math.max(1, product.stock - quantityIn(others, product.id)) : quantity;
  const fits = Math.min(quantity, left, maxPerLine);
  saveCart(setLineQuantity(lines, lineId, fits), view);
  return product ? cappedTo(fits, quantity, product.stock) : {};
}

export function removeVisitorLine(lineId: string): CartAnswer {
  const { lines, view } = getVisitorCart();
  saveCart(
    lines.filter(({ id }) => id !== lineId),
    view && { ...view, rows: view.rows.filter(({ id }) => id !== lineId) },
  );
  return {};
}
