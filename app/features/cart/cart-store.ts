import { href } from "react-router";
import type { Attributes } from "#app/features/catalog/products.rules.ts";
import { type Capped, cappedTo, maxPerLine } from "./cart.rules.ts";
import type { CartProduct, CartView } from "./cart-view.rules.ts";
import type { PostedLine } from "./posted-line.ts";
import {
  addLine,
  cartKey,
  isLineOf,
  readLines,
  type StoredLine,
  setLineQuantity,
  toStoredLines,
} from "./stored-cart.ts";

/**
 * Storage key for the cart's owner: an account's id while the stored cart mirrors that account's, otherwise the merge
 * key of a visitor's cart.
 */
const ownerKey = "cart-owner";
interface Owner {
  user?: string;
  /** Sent when a visitor's cart is merged into an account's, so that it is merged once. */
  guest?: string;
}

export interface CartState {
  lines: readonly StoredLine[];
  /** The server's view of these lines, once received. */
  view: CartView | null;
}

export interface CartAnswer extends Partial<Capped> {
  view?: CartView;
  leftBehind?: boolean;
  refusal?: string;
  /** Whether it was refused because the session has ended. */
  isSignedOut?: boolean;
}

const emptyCart: CartState = { lines: [], view: null };
let state: CartState | null = null;
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

/** Returns whether the text is stored now. */
function write(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch (error) {
    warn(error);
    return false;
  }
}

function publish(next: CartState): void {
  state = next;
  for (const listen of listeners) listen();
}

function saveCart(lines: readonly StoredLine[], view: CartView | null): void {
  write(cartKey, JSON.stringify(lines));
  publish({ lines, view });
}

/** Returns the cart stored in this browser. Unreadable lines are logged and removed, so that they are reported once. */
function readStoredCart(): CartState {
  let isValid = true;
  const lines = readLines(read(cartKey), (problem) => {
    warn(problem);
    isValid = false;
  });
  if (!isValid) write(cartKey, JSON.stringify(lines));
  return { lines, view: null };
}

export function getCartState(): CartState {
  state ??= readStoredCart();
  return state;
}

export const getServerCartState = () => emptyCart;

/** Subscribes to changes of the cart, including those in other tabs. Returns the unsubscribe function. */
export function subscribeToCart(listen: () => void): () => void {
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

/** The cart's owner as last written, while the storage does not accept it. */
let unsavedOwner: Owner | null = null;

function writeOwner(owner: Owner): void {
  unsavedOwner = write(ownerKey, JSON.stringify(owner)) ? null : owner;
}

function readOwner(): Owner {
  if (unsavedOwner) return unsavedOwner;
  try {
    return (JSON.parse(read(ownerKey) ?? "{}") ?? {}) as Owner;
  } catch {
    return {};
  }
}

/**
 * Whether the stored cart mirrors the account's. Before its answers are stored, the cart is merged: a visitor's lines
 * would be lost to them, and the account's own lines would later be merged as if a visitor had chosen them.
 */
const isOfAccount = (user: string) => readOwner().user === user;

const createKey = () =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  );

async function postCart(body: object): Promise<CartAnswer> {
  const answer = await fetch(href("/cart/lines"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.headers.get("content-type")?.startsWith("application/json")) throw new Error(`cart: ${answer.status}`);
  return answer.json();
}

const toSentLine = (line: StoredLine) => ({
  id: line.id,
  productId: line.product.id,
  quantity: line.quantity,
  attributes: line.selected_attributes,
  seenCents: line.product.payCents,
});

let readCount = 0;
let lastShownRead = 0;
let changeCount = 0;
let pendingChanges = 0;
/** The last change that was asked for; each is sent after the answer to the one before it. */
let lastChange: Promise<unknown> = Promise.resolve();

function saveAccountCart(view: CartView): void {
  saveCart(toStoredLines(view, new Date()), view);
}

/**
 * Changes the account's cart and stores the answer. Changes are sent one after the other: the server may process
 * concurrent requests in any order, and the last answer must contain all changes.
 */
function changeAccountCart(ask: () => Promise<CartAnswer>): Promise<CartAnswer> {
  changeCount++;
  pendingChanges++;
  const send = async () => {
    try {
      const answer = await ask();
      if (answer.view) saveAccountCart(answer.view);
      return answer;
    } finally {
      pendingChanges--;
    }
  };
  const answered = pendingChanges === 1 ? send() : lastChange.then(send, send);
  lastChange = answered;
  return answered;
}

/**
 * Reads the account's cart and stores it, unless a change began meanwhile, whose own answer is newer, or a later read
 * was answered already. Waits for changes that are under way, which the server might not see yet.
 */
async function readAccountCart(): Promise<void> {
  while (pendingChanges > 0) await lastChange.catch(() => undefined);
  const changesBefore = changeCount;
  const readNumber = ++readCount;
  const answer = await fetch(href("/cart/lines"));
  const { view }: CartAnswer = answer.ok ? await answer.json() : {};
  if (!view || changeCount !== changesBefore || readNumber < lastShownRead) return;
  lastShownRead = readNumber;
  saveAccountCart(view);
}

/** Fetches current prices and stock for the cart from the server. */
export async function refreshCart(user: string | null): Promise<void> {
  if (user) {
    if (isOfAccount(user)) await readAccountCart();
    else await mergeCart(user);
    return;
  }
  const { lines } = getCartState();
  if (lines.length === 0) return;
  const { view } = await postCart({ intent: "quote", lines: lines.map(toSentLine) });
  if (!view || getCartState().lines !== lines) return;
  const knownLines = lines.filter((line) => view.rows.some(({ id }) => id === line.id));
  if (knownLines.length === lines.length) return publish({ lines, view });
  warn(`${lines.length - knownLines.length} lines of the cart are of unknown products`);
  saveCart(knownLines, view);
}

/**
 * Makes the stored cart that of the current user: a visitor's cart is merged into the account's, once; a mirror of
 * another account, or of one that has signed out, is discarded.
 */
export async function mergeCart(user: string | null): Promise<CartAnswer | null> {
  const cartOwner = readOwner();
  if (user === null) {
    if (cartOwner.user) {
      writeOwner({});
      saveCart([], null);
    }
    return null;
  }
  const { lines } = getCartState();
  const isGuests = !cartOwner.user && lines.length > 0;
  if (!isGuests) {
    writeOwner({ user });
    await readAccountCart();
    return null;
  }
  const key = storeMergeKey(cartOwner);
  const answer = await changeAccountCart(() => postMerge(key, lines));
  if (answer.view) writeOwner({ user });
  return answer;
}

function storeMergeKey({ guest = createKey() }: Owner): string {
  writeOwner({ guest });
  return guest;
}

const postMerge = (key: string, lines: readonly StoredLine[]) =>
  postCart({ intent: "merge", key, lines: lines.map(toSentLine) });

/**
 * Merges a visitor's cart into the account of whoever has just signed in, and empties it. The next page with a cart
 * reads the account's.
 */
export async function handOverCart(): Promise<CartAnswer | null> {
  const cartOwner = readOwner();
  const { lines } = getCartState();
  if (cartOwner.user || lines.length === 0) return null;
  const key = storeMergeKey(cartOwner);
  const answer = await postMerge(key, lines);
  if (answer.view && readOwner().guest === key) {
    writeOwner({});
    saveCart([], null);
  }
  return answer;
}

const quantityIn = (lines: readonly StoredLine[], productId: string) =>
  lines.reduce((sum, { product, quantity }) => sum + (product.id === productId ? quantity : 0), 0);

export async function addToCart(
  user: string | null,
  wanted: { product: CartProduct; quantity: number; attributes: Attributes },
): Promise<CartAnswer> {
  if (user) {
    if (!isOfAccount(user)) await mergeCart(user);
    const { product, ...rest } = wanted;
    return changeAccountCart(() => postCart({ intent: "add", line: { ...rest, productId: product.id } }));
  }
  if (!readOwner().guest) writeOwner({ guest: createKey() });
  const { lines } = getCartState();
  const { stock } = wanted.product;
  const quantity = Math.min(wanted.quantity, stock - quantityIn(lines, wanted.product.id));
  const added = quantity > 0 ? addLine(lines, { ...wanted, quantity }, new Date()) : lines;
  if (added !== lines) saveCart(added, null);
  const quantityOf = (some: readonly StoredLine[]) => some.find((line) => isLineOf(line, wanted))?.quantity ?? 0;
  return cappedTo(quantityOf(added), quantityOf(lines) + wanted.quantity, stock);
}

/**
 * Adds a choice that was posted before the scripts had run, with the product as the server has it. Adds nothing if the
 * product is no longer known; throws without a connection.
 */
export async function addPostedLine(
  user: string | null,
  line: PostedLine,
): Promise<CartAnswer & { product?: CartProduct }> {
  const { productId, quantity, attributes } = line;
  const { view } = await postCart({ intent: "quote", lines: [{ productId, quantity, attributes }] });
  const product = view?.rows[0]?.product;
  return product ? { ...(await addToCart(user, { product, quantity, attributes })), product } : {};
}

export async function changeLine(user: string | null, lineId: string, quantity: number): Promise<CartAnswer> {
  if (user) return changeAccountCart(() => postCart({ intent: "change", lineId, quantity }));
  const { lines, view } = getCartState();
  const product = view?.rows.find(({ id }) => id === lineId)?.product;
  const others = lines.filter(({ id }) => id !== lineId);
  const left = product ? Math.max(1, product.stock - quantityIn(others, product.id)) : quantity;
  const fits = Math.min(quantity, left, maxPerLine);
  saveCart(setLineQuantity(lines, lineId, fits), view);
  await refreshCart(null);
  return product ? cappedTo(fits, quantity, product.stock) : {};
}

export async function removeLine(user: string | null, lineId: string): Promise<CartAnswer> {
  if (user) return changeAccountCart(() => postCart({ intent: "remove", lineId }));
  const { lines, view } = getCartState();
  saveCart(
    lines.filter(({ id }) => id !== lineId),
    view && { ...view, rows: view.rows.filter(({ id }) => id !== lineId) },
  );
  await refreshCart(null);
  return {};
}
