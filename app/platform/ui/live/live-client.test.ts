// One 503 of a proxy on the live stream, and no message or alert appears in this tab any more.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLiveStream, pauseBefore } from "./live-client.ts";
import { liveState } from "./live-state.ts";

class Source extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: Source[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Source.all.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  opens(): void {
    this.readyState = Source.OPEN;
    this.dispatchEvent(new Event("open"));
  }
  fails(isPermanent = true): void {
    this.readyState = isPermanent ? Source.CLOSED : 0;
    this.dispatchEvent(new Event("error"));
  }
  says(type: string, lastEventId = ""): void {
    this.dispatchEvent(Object.assign(new Event(type), { lastEventId, data: "{}" }));
  }
}

const latest = () => Source.all.at(-1) as Source;
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const network = new EventTarget();
let status = 200;

beforeEach(() => {
  vi.useFakeTimers();
  Source.all = [];
  status = 200;
  page.visibilityState = "visible";
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { href: "https://aleef.example/dashboard" });
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
  vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
  vi.stubGlobal("fetch", async () => new Response(null, { status }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  const onReturn = vi.fn();
  const seen: string[] = [];
  const close = openLiveStream({ address: "/live?since=1", on: { alert: ({ type }) => seen.push(type) }, onReturn });
  return { onReturn, seen, close };
}

test("opens again after an answer that ends the stream for good, from the last event, and catches up", async () => {
  const { onReturn, seen, close } = start();
  latest().opens();
  expect(onReturn).not.toHaveBeenCalled();
  latest().says("alert", "id-7");
  status = 503;
  latest().fails();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(Source.all).toHaveLength(2);
  expect(latest().url).toBe("https://aleef.example/live?since=1&last=id-7");
  latest().opens();
  expect(onReturn).toHaveBeenCalledOnce();
  latest().says("alert");
  expect(seen).toEqual(["alert", "alert"]);
  close();
});

test("waits longer after each failure, at most 45 seconds", () => {
  expect([0, 1, 2, 3, 9].map((tries) => pauseBefore(tries, 0))).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
  expect(pauseBefore(9, 1)).toBe(45_000);
});

test("says after 30 seconds that it is late, and when it is back", async () => {
  const { close } = start();
  latest().fails(false);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(liveState.isLate()).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(liveState.isLate()).toBe(true);
  latest().opens();
  expect(liveState.isLate()).toBe(false);
  close();
});

test.each([401, 404, 410])("gives up when the server answers %i: the session or the link has ended", async (code) => {
  start();
  status = code;
  latest().fails();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(Source.all).toHaveLength(1);
  expect(liveState.isLate()).toBe(false);
});

test("a page that is shown again after a minute, or whose network is back, opens it at once", () => {
  const { close, onReturn } = start();
  latest().opens();
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  show("hidden");
  show("visible");
  expect(Source.all).toHaveLength(1);
  show("hidden");
  vi.advanceTimersByTime(61_000);
  show("visible");
  expect(Source.all).toHaveLength(2);
  latest().opens();
  expect(onReturn).toHaveBeenCalledOnce();
  latest().fails();
  network.dispatchEvent(new Event("online"));
  expect(Source.all).toHaveLength(3);
  close();
  network.dispatchEvent(new Event("online"));
  expect(Source.all).toHaveLength(3);
});
