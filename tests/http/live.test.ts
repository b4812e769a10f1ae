// An owner's open page would stay silent while a finder writes, or show another person's events.
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { deductStock } from "#app/features/catalog/stock.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { soon } from "#tests/eventually.ts";
import { createTestProduct, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();

const owner = await signUpTestUser(site.ctx, "owner@example.com");
const other = await signUpTestUser(site.ctx, "other@example.com");
let as = await site.signInAs("owner@example.com");

interface Stream {
  /** Everything received so far. */
  text(): string;
  /** Ids of notifications in the order received. */
  ids(): string[];
  ended: Promise<void>;
  leave(): Promise<void>;
}

const streams: Stream[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(streams.splice(0).map((stream) => stream.leave()));
});

async function listen(query = "", lastId?: string, visitor: Visitor = as): Promise<Stream> {
  const answer = await site.get(`/live${query}`, {
    as: visitor,
    headers: lastId === undefined ? {} : { "last-event-id": lastId },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
    }
  })();
  const stream = {
    text: () => text,
    ids: () => [...text.matchAll(/^id: (.+)\nevent: alert\ndata: \{"id":"\1"\}$/gm)].map(([, id]) => id!),
    ended,
    leave: () => reader.cancel(),
  };
  streams.push(stream);
  await soon(() => expect(text).toContain("retry: 2000"));
  return stream;
}

/** Creates a notification in a process other than the one that serves the page. */
async function createNotification(user: Actor): Promise<string> {
  site.setNow(new Date());
  const [id] = await sendNotifications(site.ctx, [
    { userId: user.id, kind: "scan", params: {}, link: "/dashboard", topic: "t" },
  ]);
  return id!;
}

describe("waiting items of administrators", () => {
  test("are announced to their open pages immediately, at most once a second, and to no one else", async () => {
    await signUpTestUser(site.ctx, "admin@example.com", { role: "admin" });
    const [adminStream, ownerStream] = [
      await listen("", undefined, await site.signInAs("admin@example.com")),
      await listen(),
    ];
    const countEvents = () => adminStream.text().match(/event: waiting/g)?.length ?? 0;
    const productId = await createTestProduct(site.ctx, { stock: 9 });
    await soon(() => expect(countEvents()).toBeGreaterThan(0));
    const before = countEvents();
    for (let sold = 0; sold < 5; sold++) await deductStock(site.ctx, createId(), [{ productId, quantity: 1 }]);
    await soon(() => expect(countEvents()).toBeGreaterThan(before));
    expect(countEvents() - before).toBeLessThan(5);
    expect(ownerStream.text()).not.toContain("event: waiting");
  });
});

describe("live stream", () => {
  test("requires signing in", async () => {
    for (const path of ["/live", "/live?since=2026-01-01"]) expect((await site.get(path)).status).toBe(401);
  });

  test("sends the ids of one's own notifications as they happen, from any process, and no one else's", async () => {
    const stream = await listen();
    const foreign = await createNotification(other);
    const first = await createNotification(owner);
    const second = await createNotification(owner);
    await vi.waitFor(() => expect(stream.ids()).toEqual([first, second]), { timeout: 20_000 });
    expect(stream.text()).not.toContain(foreign);
  });

  test("continues after an interruption where it ended", async () => {
    const stream = await listen();
    const seen = await createNotification(owner);
    await vi.waitFor(() => expect(stream.ids()).toContain(seen), { timeout: 20_000 });
    await stream.leave();
    const missed = [await createNotification(owner), await createNotification(owner)];
    const again = await listen("", seen);
    await soon(() => expect(again.ids()).toEqual(expect.arrayContaining(missed)));
    expect(again.ids()).not.toContain(seen);
    const late = await createNotification(owner);
    await vi.waitFor(() => expect(again.ids().at(-1)).toBe(late), { timeout: 20_000 });
    expect(new Set(again.ids()).size).toBe(again.ids().length);
  });

  test("starts with what happened between rendering the page and connecting", async () => {
    const made = new Date(Date.now() - 10).toISOString();
    const between = await createNotification(owner);
    const stream = await listen(`?since=${made}`);
    await soon(() => expect(stream.ids()).toContain(between));
    const old = await listen("?since=2020-01-01T00:00:00Z");
    expect(old.ids()).toEqual([]);
  });

  test.each([
    "x",
    "",
    "-1",
    "9".repeat(400),
    "🐾",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-7fff-bfff-ffffffffffff",
  ])("accepts %j as last id without an error", async (lastId) => {
    const stream = await listen("", encodeURIComponent(lastId));
    const id = await createNotification(owner);
    await vi.waitFor(() => expect(stream.ids()).toContain(id), { timeout: 20_000 });
  });

  test("ends soon after its session was ended elsewhere", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const stream = await listen();
    vi.advanceTimersByTime(21_000);
    await soon(() => expect(stream.text()).toContain(": still here"));
    await site.ctx.db.delete(sessions).where(eq(sessions.userId, owner.id));
    vi.advanceTimersByTime(21_000);
    await stream.ended;
    expect((await site.get("/live", { as })).status).toBe(401);
  });
});

test("a session has at most six streams: a new one closes the oldest, which retries after a minute", async () => {
  const reader = await signUpTestUser(site.ctx, "seven@example.com");
  as = await site.signInAs("seven@example.com");
  const seven: Stream[] = [];
  for (let count = 0; count < 7; count++) seven.push(await listen());
  await seven[0]!.ended;
  expect(seven[0]!.text()).toContain("retry: 60000");
  const id = await createNotification(reader);
  for (const stream of seven.slice(1)) await soon(() => expect(stream.ids()).toEqual([id]));
  expect(seven[0]!.ids()).toEqual([]);
});
