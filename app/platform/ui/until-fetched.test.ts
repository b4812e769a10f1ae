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

/** Fails so many times, and tells when it was asked, in milliseconds since the first time. */
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

test("what comes at once is asked for once", async () => {
  const { fetch, asked } = failing(0);
  await expect(untilFetched(fetch)).resolves.toBe("here");
  expect(asked).toEqual([0]);
});

test("what fails is asked for more and more seldom, but always again", async () => {
  const { fetch, asked } = failing(7);
  const onFailed = vi.fn();
  const coming = untilFetched(fetch, onFailed);
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(coming).resolves.toBe("here");
  expect(asked).toEqual([0, 2_000, 6_000, 14_000, 30_000, 60_000, 90_000, 120_000]);
  expect(onFailed).toHaveBeenCalledTimes(7);
});

test("a network that is back is used at once", async () => {
  const { fetch, asked } = failing(1);
  const coming = untilFetched(fetch);
  await vi.advanceTimersByTimeAsync(300);
  network.dispatchEvent(new Event("online"));
  await expect(coming).resolves.toBe("here");
  expect(asked).toEqual([0, 300]);
});
