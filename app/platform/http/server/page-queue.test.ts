// A finder would wait behind hundreds of visitors while the server is full.
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createPageQueue } from "./request-queues.server.ts";

let isFull = true;
const isMember = ({ headers }: Request) => headers.has("cookie");

/**
 * Creates a queue that renders two pages concurrently; each page is rendered until `finish` is called with its path.
 */
function openQueue(options: { maxWaiting?: number; maxWaitMs?: number } = {}) {
  const queue = createPageQueue({ isFull: () => isFull, isMember, maxRunning: 2, ...options });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  function ask(path: string, init: RequestInit & { isMember?: boolean } = {}) {
    const headers: Record<string, string> = init.isMember ? { cookie: "aleef.session_token=x" } : {};
    return queue.run(new Request(`https://aleef.example${path}`, { ...init, headers }), async () => {
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

describe("createPageQueue while the processor is full", () => {
  test("pages wait for their turn, those of signed-in users first; finders, forms and streams do not wait", async () => {
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

  test("rejects a page if too many are waiting or its turn does not come in time", async () => {
    isFull = true;
    const { ask, finish, begun } = openQueue({ maxWaiting: 1, maxWaitMs: 1 });
    const first = ask("/a");
    void ask("/b");
    const [late, refused] = await Promise.all([ask("/c"), ask("/d")]);
    expect([late, refused]).toEqual([null, null]);
    await finish("/a");
    expect(await (await first)?.text()).toBe("/a");
    // The slot of the finished page is free again.
    void ask("/e");
    await turn();
    expect(begun).toEqual(["/a", "/b", "/e"]);
  });

  test("a page that fails frees its slot", async () => {
    isFull = true;
    const queue = createPageQueue({ isFull: () => isFull, isMember, maxRunning: 1 });
    const page = () => new Request("https://aleef.example/store");
    const failed = queue.run(page(), () => Promise.reject(new Error("broken")));
    const next = queue.run(page(), async () => new Response("made"));
    await expect(failed).rejects.toThrow("broken");
    expect(await (await next)?.text()).toBe("made");
  });
});

test("when there is capacity again, admits two waiting pages for each that finishes", async () => {
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
