// The next person at a shared computer would see alerts of the one before, or the owner would get none.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isUnreachable, PushRefusedError, pushState, renewPush, turnPushOff, turnPushOn } from "./push-device.ts";

/** Fake browser with a push service, and a server that knows one session's endpoints. */
function createBrowser() {
  const bound = new Set<string>();
  let subscription: { endpoint: string; unsubscribe: () => Promise<void> } | null = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      const unsubscribe = async () => {
        subscription = null;
      };
      subscription = { endpoint: "https://push.test/1", unsubscribe };
      return subscription;
    },
  };
  const registration = { pushManager };
  const kept = new Map<string, string>();
  vi.stubGlobal("navigator", {
    serviceWorker: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  vi.stubGlobal("window", { PushManager: class {} });
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    const { on, off, has } = JSON.parse(body) as { on?: { endpoint: string }; off?: string; has?: string };
    if (on) bound.add(on.endpoint);
    if (off) bound.delete(off);
    return Response.json({ ok: true, isOn: has !== undefined && bound.has(has) });
  });
  return { bound, endSession: () => bound.clear() };
}

let browser: ReturnType<typeof createBrowser>;
beforeEach(async () => {
  browser = createBrowser();
  await turnPushOn("key", "mona");
});
afterEach(() => vi.unstubAllGlobals());

test("renews push for the next session of the same account", async () => {
  browser.endSession();
  await renewPush("mona");
  expect([...browser.bound]).toEqual(["https://push.test/1"]);
});

test("does not renew push for another account, nor after it was turned off", async () => {
  browser.endSession();
  await renewPush("omar");
  expect(browser.bound.size).toBe(0);
  await turnPushOff();
  await renewPush("mona");
  expect(browser.bound.size).toBe(0);
});

test("distinguishes a server rejection from a browser error", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ ok: false, why: "سجّل الدخول أولًا" }, { status: 401 }));
  const refusal = await turnPushOn("key", "mona").catch((error: unknown) => error);
  expect(refusal).toEqual(new PushRefusedError("سجّل الدخول أولًا"));
  const failed = () => Promise.reject(new Error("Registration failed - permission denied"));
  vi.stubGlobal("navigator", { serviceWorker: { register: failed } });
  const failure = await turnPushOn("key", "mona").catch((error: unknown) => error);
  expect(failure).not.toBeInstanceOf(PushRefusedError);
});

test("push that could not be turned off without network stays on, and is not reported as unsupported", async () => {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  const failures = await Promise.all([turnPushOff, pushState].map((work) => work().catch(isUnreachable)));
  expect(failures).toEqual([true, true]);
  vi.stubGlobal("fetch", fetch);
  expect(await pushState()).toBe("on");
  browser.endSession();
  await renewPush("mona");
  expect([...browser.bound]).toEqual(["https://push.test/1"]);
});
