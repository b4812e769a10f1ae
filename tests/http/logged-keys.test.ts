// If these fail, whoever reads the log can open what a link's key opens: a record, an order, a conversation.
import { expect, test } from "vitest";
import { app, openSite } from "./site.ts";

const site = await openSite({ LOG_LEVEL: "debug" });

type Routes = Record<string, { path?: string; parentId?: string } | undefined>;
const routes = app.routes as unknown as Routes;

function pathOf(id: string): string {
  const { path = "", parentId } = routes[id] ?? {};
  return `${parentId ? pathOf(parentId) : ""}/${path}`.replace(/\/+/g, "/");
}

const withKeys = Object.keys(routes)
  .map(pathOf)
  .filter((path) => path.includes(":key"));

test.each(withKeys)("%s leaves its key in no line of the log and tells no other site its address", async (path) => {
  // Like a signed id, and like a key with its own signature.
  for (const key of ["Canary".padEnd(43, "x"), "Canary".padEnd(86, "y")]) {
    const filled = path.replace(":key", key).replace(/:\w+/g, "018f4d2c-0000-7000-8000-000000000001");
    const variants = [
      filled,
      `${filled}.data`,
      `${filled}/`,
      `${filled}/more`,
      filled.replace(/^\/\w+/, (one) => one.toUpperCase()),
      filled.replace(/^\/\w/, (one) => `/%${one.charCodeAt(1).toString(16)}`),
    ];
    for (const variant of variants) {
      const answer = await site.get(variant);
      await answer.body?.cancel();
      expect(answer.headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
      await (await site.post(variant, { intent: "x" })).body?.cancel();
    }
  }
  expect(site.logged.length).toBeGreaterThan(0);
  expect(site.logged.join("")).not.toContain("Canary");
});

test("there are routes with keys", () => expect(withKeys.length).toBeGreaterThan(10));
