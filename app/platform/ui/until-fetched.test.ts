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
