import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createPageQueue } from "./page-queue.server.ts";

let isFull = true;

/** A queue of two places, and what it was asked for: each page is made until `finish` is called with its name. */
function openQueue(options: { most?: number; longest?: number } = {}) {
  const queue = createPageQueue({ isFull: () => isFull, atOnce: 2, ...options });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  function ask(path: string, init: RequestInit & { isMember?: boolean } = {}) {
    const headers: Record<string, string> = init.isMember ? { cookie: "aleef.session_token=x" } : {};
    return queue.take(new Request(`https://aleef.example${path}`, { ...init, headers }), async () => {
      begun.push(path);
      await new Promise<void>((resolve) => ends.set(path, resolve));
      return new Response(path);
    });
  }
  async function finish(path: string) {
    ends.get(path)?.();
    for (let at = 0; at < 5; at++) await turn();
  }
  return { ask, finish, begun };
}

describe("while the processor is full", () => {
  test("pages of others wait for their turn, those of members first; finders, forms and streams never", async () => {
    isFull = true;
    const { ask, finish, begun } = openQueue();
    for (const path of ["/a", "/b", "/store", "/store.data"]) void ask(path);
    void ask("/dashboard", { isMember: true });
    void ask("/tag/AB12");
    void ask("/live");
    void ask("/checkout", { method: "POST" });
    await turn();
    expect(begun).toEqual(["/a", "/b", "/tag/AB12", "/live", "/checkout"]);
    await finish("/a");
    expect(begun.at(-1)).toBe("/dashboard");
    await finish("/b");
    expect(begun.at(-1)).toBe("/store");
    await finish("/store");
    await finish("/dashboard");
    expect(begun.slice(-1)).toEqual(["/store.data"]);
  });

  test("a page is refused when too many wait, and when its turn does not come", async () => {
    isFull = true;
    const { ask, finish, begun } = openQueue({ most: 1, longest: 1 });
    const first = ask("/a");
    void ask("/b");
    const [late, refused] = await Promise.all([ask("/c"), ask("/d")]);
    expect([late, refused]).toEqual([null, null]);
    await finish("/a");
    expect(await (await first)?.text()).toBe("/a");
    // The place of the one that ended is free again.
    void ask("/e");
    await turn();
    expect(begun).toEqual(["/a", "/b", "/e"]);
  });

  test("a page that fails gives its place on", async () => {
    isFull = true;
    const queue = createPageQueue({ isFull: () => isFull, atOnce: 1 });
    const page = () => new Request("https://aleef.example/store");
    const failed = queue.take(page(), () => Promise.reject(new Error("broken")));
    const next = queue.take(page(), async () => new Response("made"));
    await expect(failed).rejects.toThrow("broken");
    expect(await (await next)?.text()).toBe("made");
  });
});

test("with room again, all who wait are let in, two for each that ends", async () => {
  isFull = true;
  const { ask, finish, begun } = openQueue();
  for (const path of ["/a", "/b", "/c", "/d", "/e", "/f"]) void ask(path);
  await turn();
  expect(begun).toHaveLength(2);
  isFull = false;
  await finish("/a");
  expect(begun).toHaveLength(4);
  await finish("/b");
  expect(begun).toHaveLength(6);
});
