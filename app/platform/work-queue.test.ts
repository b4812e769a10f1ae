// One task that fails would hold up everybody's work behind it.
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createKeyedQueue, createQueue } from "./work-queue.server.ts";

test("runs tasks in order up to the limit, also after one fails", async () => {
  const queue = createQueue(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const asked = Array.from({ length: 6 }, (_, number) =>
    queue.run(() => {
      begun.push(number);
      return new Promise<number>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(number)));
      });
    }),
  );
  const outcomes = Promise.allSettled(asked);
  await turn();
  expect([begun, queue.waiting()]).toEqual([[0, 1], 4]);
  ends[1]!(new Error("it cannot be done"));
  await turn();
  expect([begun, queue.waiting()]).toEqual([[0, 1, 2], 3]);
  for (let next = 0; next < 6; next++) {
    ends[next]!();
    await turn();
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect((await outcomes).map(({ status }) => status === "fulfilled")).toEqual([true, false, true, true, true, true]);
  expect(queue.waiting()).toBe(0);
  expect(await Promise.all([queue.run(async () => "a"), queue.run(async () => "b")])).toEqual(["a", "b"]);
});

test("frees the slot of a task that throws synchronously", async () => {
  const queue = createQueue(1);
  const broken = () => {
    throw new Error("at once");
  };
  await expect(queue.run(broken)).rejects.toThrow("at once");
  expect(await queue.run(async () => "next")).toBe("next");
});

test("has one queue per key; rejects calls to a full queue and skips aborted ones", async () => {
  const queue = createKeyedQueue({ maxRunning: 1, maxWaiting: 2 });
  const begun: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const leaving = new AbortController();
  const ask = (key: string, name: string, signal?: AbortSignal) =>
    queue.run(
      key,
      async () => {
        begun.push(name);
        if (key === "a") await ended;
        return name;
      },
      signal,
    );
  const asked = [ask("a", "one"), ask("a", "two", leaving.signal), ask("a", "three"), ask("a", "four")];
  expect(await ask("b", "other")).toBe("other");
  expect(begun).toEqual(["one", "other"]);
  leaving.abort();
  end();
  expect(await Promise.all(asked)).toEqual(["one", null, "three", null]);
  expect(await ask("a", "later")).toBe("later");
});
