import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilFetched } from "./until-fetched.ts";

const network = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A fetch that fails a number of times and records when it was called. */
function failing(times: number) {
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

test("a fetch that succeeds is made once", async () => {
  const { fetch, asked } = failing(0);
  await expect(untilFetched(fetch)).resolves.toBe("here");
  expect(asked).toEqual([0]);
});

test("a failed fetch is retried with growing pauses, without end", async () => {
  const { fetch, asked } = failing(7);
  const onFailed = vi.fn();
  const coming = untilFetched(fetch, onFailed);
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(coming).resolves.toBe("here");
  expect(asked).toEqual([0, 2_000, 6_000, 14_000, 30_000, 60_000, 90_000, 120_000]);
  expect(onFailed).toHaveBeenCalledTimes(7);
});

test("a restored network retries at once", async () => {
  const { fetch, asked } = failing(1);
  const coming = untilFetched(fetch);
  await vi.advanceTimersByTimeAsync(300);
  network.dispatchEvent(new Event("online"));
  await expect(coming).resolves.toBe("here");
  expect(asked).toEqual([0, 300]);
});

const module = "https://aleef.example/assets/words-en-1.js";
const remembered = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${module}`));

/** A page in which something was typed or not, whose module's file is there or not. Returns what it did. */
function pageOf({ isTyped = false, isThere = true } = {}) {
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

test("a module whose failure the browser remembers is fetched by loading the page anew, once", async () => {
  const { reload } = pageOf();
  void untilFetched(remembered);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledOnce();
  // The same page once more, in the same tab.
  void untilFetched(remembered);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["something was typed", { isTyped: true }],
  ["the file cannot be had", { isThere: false }],
])("a page is not loaded anew where %s", async (_, page) => {
  const { reload } = pageOf(page);
  void untilFetched(remembered);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
});
