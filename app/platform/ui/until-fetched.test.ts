import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadRouteModule, untilFetched } from "./until-fetched.ts";

const network = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a fetch function that fails the given number of times and records when it was called. */
function createFailingFetch(times: number) {
  const begun = Date.now();
  const asked: number[] = [];
  return {
    asked,
    async fetch() {
      asked.push(Date.now() - begun);
      if (asked.length <= times) throw new TypeError("Failed to fetch");
      return "here";
    },
  };
}

test("fetches once if it succeeds", async () => {
  const { fetch, asked } = createFailingFetch(0);
  await expect(untilFetched(fetch)).resolves.toBe("here");
  expect(asked).toEqual([0]);
});

test("retries a failed fetch indefinitely with growing pauses", async () => {
  const { fetch, asked } = createFailingFetch(7);
  const onFailed = vi.fn();
  const coming = untilFetched(fetch, onFailed);
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(coming).resolves.toBe("here");
  expect(asked).toEqual([0, 2_000, 6_000, 14_000, 30_000, 60_000, 90_000, 120_000]);
  expect(onFailed).toHaveBeenCalledTimes(7);
});

test("retries immediately when the network is back", async () => {
  const { fetch, asked } = createFailingFetch(1);
  const coming = untilFetched(fetch);
  await vi.advanceTimersByTimeAsync(300);
  network.dispatchEvent(new Event("online"));
  await expect(coming).resolves.toBe("here");
  expect(asked).toEqual([0, 300]);
});

const module = "https://aleef.example/assets/words-en-1.js";
const cachedFailure = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${module}`));

/** Simulates a page with or without typed input, whose module file exists or not. Returns its `reload` spy. */
function stubPage({ isTyped = false, isThere = true } = {}) {
  const storage = new Map<string, string>();
  const reload = vi.fn();
  const typed = { elements: [{ value: "Roc", defaultValue: "" }] };
  class TextArea {}
  Object.setPrototypeOf(typed.elements[0], TextArea.prototype);
  vi.stubGlobal("HTMLSelectElement", class {});
  vi.stubGlobal("HTMLTextAreaElement", TextArea);
  vi.stubGlobal("document", { querySelectorAll: () => (isTyped ? [typed] : []) });
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal("fetch", async () => new Response(null, { status: isThere ? 200 : 404 }));
  return { reload };
}

test("reloads the page once for a module whose failure the browser caches", async () => {
  const { reload } = stubPage();
  void untilFetched(cachedFailure);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledOnce();
  // The same page again, in the same tab.
  void untilFetched(cachedFailure);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["there is typed input", { isTyped: true }],
  ["the file is not available", { isThere: false }],
])("does not reload the page if %s", async (_, page) => {
  const { reload } = stubPage(page);
  void untilFetched(cachedFailure);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
});

const page = (code: string) => ({ id: "store", module: `data:text/javascript,${code}` });

test("fetches a page's code once", async () => {
  const loaded = {};
  const code = await loadRouteModule(page("export const isStore = true"), loaded);
  expect(code).toMatchObject({ isStore: true });
  expect(await loadRouteModule(page("throw Error('again')"), loaded)).toBe(code);
});

test("waits for the network if a page's code cannot be fetched", async () => {
  const { reload } = stubPage();
  const fetch = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", fetch);
  const loaded: Record<string, unknown> = {};
  const coming = loadRouteModule(page("throw Error('no network')"), loaded);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  loaded.store = "here";
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(coming).resolves.toBe("here");
  expect(reload).not.toHaveBeenCalled();
});

test("reloads the page if the server no longer has a page's code, but not with typed input", async () => {
  const typed = stubPage({ isTyped: true, isThere: false });
  await expect(loadRouteModule(page("throw Error('gone')"), {})).rejects.toThrow("gone");
  expect(typed.reload).not.toHaveBeenCalled();
  const { reload } = stubPage({ isThere: false });
  void loadRouteModule(page("throw Error('gone')"), {});
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
