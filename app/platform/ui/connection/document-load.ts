import { typedText } from "./typed-text.ts";
import { hasTypedInput } from "./unsent-form.ts";

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

/** Number of the last call; earlier ones end. */
let turn = 0;
let isWaiting = false;
let failures = 0;
let isOwnReload = false;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Stores for `useSyncExternalStore`. */
export const documentLoad = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether a page is opened as soon as the server can be reached. */
  isWaiting: (): boolean => isWaiting,
  /**
   * How often code could not be loaded. Once it is not zero, links and forms of the document work as without scripts.
   */
  failures: (): number => failures,
};

/** Resolves after a pause in milliseconds, or when the network is back. */
const waitForNetwork = (pause: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, pause);
    addEventListener("online", resolve, { once: true });
  });

/** Returns whether the server answers now. */
export const isServerUp = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads the document and keeps what is typed, unless told otherwise. Everything that reloads it calls this: any other
 * reload is the router's (see `watchCode`).
 */
export function reloadDocument({ keepsText = true } = {}): void {
  isOwnReload = true;
  if (keepsText) typedText.keep();
  location.reload();
}

/**
 * Loads this address as a document once the server can be reached: asks at once, after 1, 2, 4… up to 30 seconds and when
 * the network is back. Until then the shown page stays and says so. What is typed is kept. A later call replaces it.
 */
export async function openDocument(address: string): Promise<void> {
  turn += 1;
  const own = turn;
  for (let pause = firstPauseMs; !(await isServerUp()); pause = Math.min(pause * 2, maxPauseMs)) {
    if (own !== turn) return;
    isWaiting = true;
    announce();
    await waitForNetwork(pause);
  }
  if (own !== turn) return;
  const { pathname, search } = new URL(address, location.href);
  // An address that differs by its fragment only would scroll instead.
  if (pathname === location.pathname && search === location.search) return reloadDocument();
  typedText.keep();
  location.assign(address);
}

/** Stays on the shown page. */
export function cancelDocument(): void {
  turn += 1;
  isWaiting = false;
  announce();
}

/** When this page was last being left, as in `performance.now()`. */
let leftAt = Number.NEGATIVE_INFINITY;
/** Milliseconds after which a page that was being left is one that stays: the address was a file to download. */
const leavingMs = 15_000;

/** Browsers end the requests of a page that is being left for another address: their failures are none. */
const isLeaving = () => performance.now() - leftAt < leavingMs;

function countFailure(): void {
  failures += 1;
  announce();
}

/** Storage key for the times of this tab's reloads because of parts that did not load. */
const reloadsKey = "aleef-reloads";
/** Milliseconds before each of these reloads; none follows the last one within ten minutes. */
const reloadPauses = [0, 10_000, 60_000];
const reloadsForgottenMs = 600_000;
let isReloading = false;

/**
 * Reloads the page to load its missing parts, when the server can be reached and nobody has used the page yet: somebody
 * who has sees a notice with a button. A browser does not
 * request a module again that failed, so the same document cannot get it.
 */
async function reloadForParts(): Promise<void> {
  if (isReloading) return;
  isReloading = true;
  let reloads: number[];
  try {
    const stored: number[] = JSON.parse(sessionStorage.getItem(reloadsKey) ?? "[]");
    reloads = stored.filter((at) => Date.now() - at < reloadsForgottenMs);
  } catch {
    // Without storage, the page could be reloaded endlessly.
    return;
  }
  await waitForNetwork(reloadPauses[reloads.length] ?? 2 ** 31 - 1);
  for (let pause = firstPauseMs; !(await isServerUp()); pause = Math.min(pause * 2, maxPauseMs))
    await waitForNetwork(pause);
  isReloading = false;
  if (isLeaving() || navigator.userActivation?.hasBeenActive || hasTypedInput()) return;
  sessionStorage.setItem(reloadsKey, JSON.stringify([...reloads, Date.now()]));
  reloadDocument();
}

/** Counts a part of the page that could not be loaded, and reloads the page to load it. */
export function handleMissingPart(): void {
  if (isLeaving()) return;
  countFailure();
  void reloadForParts();
}

/** The part of the Navigation API (HTML standard) that is used; absent before Safari 26.2 and Firefox 147. */
interface NavigateEvent extends Event {
  navigationType: "push" | "replace" | "reload" | "traverse";
}

/** Returns whether this browser lets a page stay that the router reloads. */
export const canStay = (): boolean => "navigation" in window;

/**
 * Notices code that cannot be loaded: of parts by Vite's event, of pages by the reload with which the router reacts. The
 * reload is called off: it would lose the press and what is typed, and show the browser's own error page while the
 * server cannot be reached.
 */
export function watchCode(): void {
  addEventListener("beforeunload", () => {
    leftAt = performance.now();
  });
  addEventListener("vite:preloadError", handleMissingPart);
  // In development, Vite reloads the page.
  if (import.meta.hot) return;
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener("navigate", (event) => {
    if ((event as NavigateEvent).navigationType !== "reload" || isOwnReload || !event.cancelable) return;
    event.preventDefault();
    if (!isLeaving()) countFailure();
  });
}
