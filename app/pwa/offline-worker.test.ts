// The next person at a phone could read the pets and scans of somebody who signed out.
import { beforeEach, expect, test, vi } from "vitest";
import source from "./offline-worker.ts?minified";

const site = "https://aleef.example";
const hour = 3_600_000;

/** Fake of a browser cache, as far as the worker uses it (Service Workers, W3C §5). */
class Store {
  readonly kept = new Map<string, Response>();
  readonly key = (asked: string | { url: string }) =>
    new URL(typeof asked === "string" ? asked : asked.url, site).pathname;
  async match(asked: string | { url: string }) {
    return this.kept.get(this.key(asked))?.clone();
  }
  async put(asked: string | { url: string }, answer: Response) {
    this.kept.set(this.key(asked), answer);
  }
  async keys() {
    return [...this.kept.keys()].map((path) => ({ url: site + path }));
  }
  async delete(asked: string | { url: string }) {
    return this.kept.delete(this.key(asked));
  }
}

let now: number;
let stores: Map<string, Store>;
let server: ((path: string) => Response | Promise<Response>) | null;
let asked: string[];
let received: Map<string, (event: object) => void>;

beforeEach(() => {
  now = Date.parse("2026-03-01T10:00:00Z");
  stores = new Map();
  asked = [];
  received = new Map();
  server = (path) => page(`The page ${path}`);
  const caches = {
    open: async (name: string) => stores.get(name) ?? stores.set(name, new Store()).get(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
  };
  const fetch = async (request: string | { url: string }) => {
    if (!server) throw new TypeError("Failed to fetch");
    const { pathname } = new URL(typeof request === "string" ? request : request.url, site);
    asked.push(pathname);
    return server(pathname);
  };
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => received.set(name, listener),
    location: { origin: site },
    navigator: { language: "en" },
  };
  const worker = new Function("self", "caches", "fetch", "version", "Date", source);
  worker(self, caches, fetch, "1", { now: () => now });
  stores.set("open-1", new Store());
  void stores.get("open-1")!.put("/offline", new Response("The page without a network"));
});

/** Returns a page as sent to a user whose session lasts for this many more seconds. */
function page(text: string, seconds: number | null = 24 * 3600): Response {
  return new Response(text, { headers: seconds === null ? {} : { "x-session-ends-in": String(seconds) } });
}

async function dispatch(name: string, event: object): Promise<Response | undefined> {
  const pendingWork: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  received.get(name)?.({
    ...event,
    waitUntil: (work: Promise<unknown>) => pendingWork.push(work),
    respondWith: (work: Promise<Response>) => {
      answer = work;
    },
  });
  const given = await answer;
  // Awaited work may add more work.
  for (const work of pendingWork) await work;
  return given;
}

async function visit(path: string, destination = "document"): Promise<string> {
  const answer = await dispatch("fetch", {
    request: { url: site + path, method: "GET", mode: "navigate", destination },
  });
  return (await answer?.text()) ?? "";
}

const photo = (path: string) => dispatch("fetch", { request: { url: site + path, method: "GET", mode: "no-cors" } });
const sendPageMessage = (userId: string | null) => dispatch("message", { data: { userId, language: "en" } });
const storedPaths = () => [...(stores.get("kept-1")?.kept.keys() ?? [])].filter((path) => !path.startsWith("/kept-"));
const offlineText = "The page without a network";

test("leaves a frame to the browser, so that no page for no network is shown inside a page", async () => {
  server = () => Promise.reject(new TypeError("Failed to fetch")) as never;
  await sendPageMessage("owner");
  expect(await visit("/dashboard/pets/1/finder-view", "iframe")).toBe("");
  expect(await visit("/dashboard/pets/1/finder-view")).toContain(offlineText);
});

test("serves stored pages until their session ends, then deletes them", async () => {
  server = (path) => (path.startsWith("/photos/") ? new Response("A photo") : page('"/photos/a/160.webp"'));
  await sendPageMessage("owner");
  await visit("/dashboard/scan-records");
  server = null;
  now += 24 * hour - 1;
  expect(await visit("/dashboard/scan-records")).toBe('"/photos/a/160.webp"');
  expect(await (await photo("/photos/a/160.webp"))?.text()).toBe("A photo");
  now += 1;
  await expect(photo("/photos/a/160.webp")).rejects.toThrow("Failed to fetch");
  expect(await visit("/dashboard/scan-records")).toBe(offlineText);
  expect(stores.get("kept-1")?.kept.size ?? 0).toBe(0);
});

test("without a network, another width of a stored photo stands for the one that the page asks for", async () => {
  server = (path) => (path.startsWith("/photos/") ? new Response("A photo") : page('"/photos/a/320.webp"'));
  await sendPageMessage("owner");
  await visit("/dashboard/scan-records");
  server = null;
  expect(await (await photo("/photos/a/640.webp"))?.text()).toBe("A photo");
  await expect(photo("/photos/b/640.webp")).rejects.toThrow("Failed to fetch");
});

test("marks a stored page as such, but not the same page from the server", async () => {
  server = () => page('<!doctype html><html lang="en">');
  await sendPageMessage("owner");
  expect(await visit("/dashboard/pets")).toBe('<!doctype html><html lang="en">');
  server = null;
  expect(await visit("/dashboard/pets")).toBe('<!doctype html><html data-kept="" lang="en">');
});

test.each([
  ["a push", () => dispatch("push", {})],
  ["another page of the site", () => visit("/about")],
  ["a finder's page", () => visit("/tag/ABC")],
  ["a page message with the user", () => sendPageMessage("owner")],
])("after the end of the session, %s deletes stored pages", async (_, wake) => {
  await sendPageMessage("owner");
  expect(storedPaths()).toHaveLength(3);
  now += 24 * hour;
  server = null;
  await wake();
  expect(storedPaths()).toEqual([]);
});

test("serves nothing if the clock was set back", async () => {
  await sendPageMessage("owner");
  server = null;
  now -= 1;
  expect(await visit("/dashboard/pets")).toBe(offlineText);
  expect(storedPaths()).toEqual([]);
});

test("stores a page only as long as the server says that its session lasts, at most seven days", async () => {
  server = (path) => page(path, path === "/dashboard/pets" ? 30 * 24 * 3600 : null);
  await sendPageMessage("owner");
  expect(storedPaths()).toEqual(["/dashboard/pets"]);
  now += 7 * 24 * hour;
  server = null;
  expect(await visit("/dashboard/pets")).toBe(offlineText);
});

test("a page that arrives late does not remove pages stored for another user meanwhile", async () => {
  const photo = Promise.withResolvers<Response>();
  server = (path) =>
    path.startsWith("/photos/") ? photo.promise : page(path === "/dashboard" ? '"/photos/a/160.webp"' : path);
  await sendPageMessage("before");
  const late = visit("/dashboard");
  await vi.waitFor(() => expect(asked).toContain("/photos/a/160.webp"), 10_000);
  await sendPageMessage("owner");
  photo.resolve(new Response("A photo"));
  await late;
  expect(storedPaths()).toEqual(["/dashboard/pets", "/dashboard/scan-records", "/dashboard/lost-found/new"]);
});

test("stores pages as soon as there is a network if there was none before", async () => {
  server = null;
  await sendPageMessage("owner");
  server = (path) => page(path);
  await sendPageMessage("owner");
  expect(storedPaths()).toHaveLength(3);
});

test("deletes stored pages once the server says that the session has ended", async () => {
  const toSignIn = () => Object.defineProperty(Response.redirect(`${site}/auth`), "type", { value: "opaqueredirect" });
  await sendPageMessage("owner");
  server = toSignIn;
  await visit("/dashboard/pets");
  expect(storedPaths()).toEqual([]);

  server = (path) => page(path);
  await sendPageMessage("owner");
  expect(storedPaths()).toHaveLength(3);
  // An hour later, the worker's own request is redirected to the sign-in page.
  const signIn = { redirected: { value: true }, url: { value: `${site}/auth?to=%2Fdashboard%2Fpets` } };
  server = () => Object.defineProperties(page("Log in", null), signIn);
  now += hour;
  await sendPageMessage("owner");
  expect(storedPaths()).toEqual([]);

  server = (path) => page(path);
  await sendPageMessage("owner");
  expect(storedPaths()).toHaveLength(3);
  await sendPageMessage(null);
  expect(storedPaths()).toEqual([]);
});
