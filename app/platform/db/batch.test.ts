// One finder's scan that cannot be stored would take those of others down with it.
import { expect, test } from "vitest";
import { createBatcher } from "./batch.server.ts";

const later = () => new Promise((next) => setTimeout(next, 2));

test("concurrent calls share a batch, and each gets its own result", async () => {
  const runs: number[][] = [];
  const double = createBatcher(async (items: number[]) => {
    runs.push(items);
    await later();
    return items.map((item) => item * 2);
  });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(double));
  expect(answers).toEqual([2, 4, 6, 8, 10]);
  expect(runs).toEqual([[1, 2, 3, 4, 5]]);
});

test("calls during a batch wait for the next one, up to the maximum size", async () => {
  const sizes: number[] = [];
  let running = 0;
  const call = createBatcher(
    async (items: number[]) => {
      expect(++running).toBe(1);
      sizes.push(items.length);
      await later();
      running--;
      return items;
    },
    { maxSize: 10 },
  );
  const first = call(0);
  await later();
  const rest = Array.from({ length: 35 }, (_, at) => call(at + 1));
  expect(await Promise.all([first, ...rest])).toEqual(Array.from({ length: 36 }, (_, at) => at));
  expect(Math.max(...sizes)).toBe(10);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(36);
});

test("a failing item does not fail the others of its batch", async () => {
  const call = createBatcher(async (items: number[]) => {
    if (items.includes(13)) throw new Error("unlucky");
    return items;
  });
  const answers = await Promise.allSettled([11, 12, 13, 14].map(call));
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : answer.reason.message))).toEqual([
    11,
    12,
    "unlucky",
    14,
  ]);
});

test("continues after a batch in which every item failed", async () => {
  let isDown = true;
  const call = createBatcher(async (items: number[]) => {
    if (isDown) throw new Error("down");
    return items;
  });
  const failed = await Promise.allSettled([1, 2].map(call));
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isDown = false;
  expect(await Promise.all([3, 4].map(call))).toEqual([3, 4]);
});

test("starts a batch after the spacing or once enough calls wait, and a first call at once", async () => {
  const sizes: number[] = [];
  const call = createBatcher(
    async (items: number[]) => {
      sizes.push(items.length);
      return items;
    },
    { spacing: 60_000, enough: 3 },
  );
  expect(await call(0)).toBe(0);
  const second = [call(1), call(2)];
  await later();
  expect(sizes).toEqual([1]);
  expect(await Promise.all([...second, call(3)])).toEqual([1, 2, 3]);
  expect(sizes).toEqual([1, 3]);
});
