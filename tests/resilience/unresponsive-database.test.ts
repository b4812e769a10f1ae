// Every visitor would wait for a page that never comes, because the database only looks alive.
import { afterAll, expect, test } from "vitest";
import { getTranslator } from "#app/locales/words.server.ts";
import { startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { openDatabaseProxy } from "#tests/database-proxy.ts";
import { query, superuserOf } from "#tests/databases.ts";
import { readiness, startApp } from "./app-process.ts";
import { demoDataDir, emptyDataDir } from "./data-dirs.ts";
import { openLiveStream } from "./live-stream.ts";
import { scan, signIn } from "./people.ts";

const own = await startEmbeddedPostgres({ dataDir: await demoDataDir(), print: () => undefined });
const databaseUrl = await superuserOf(own);
const proxy = await openDatabaseProxy(databaseUrl);
afterAll(() => proxy.block());
const settings = {
  DATA_DIR: await emptyDataDir(),
  DATABASE_URL: proxy.url,
  SECRET: "a-secret-that-is-long-enough-for-this",
  DEMO: "1",
  LOG_LEVEL: "error",
};
const app = await startApp(settings);
const cookie = await signIn(app.url);

/**
 * Milliseconds. More than the three seconds that a page may take, less than the 35 seconds until a connection is given
 * up.
 */
const maxWaitMs = 15_000;

/**
 * Expects that requests which need the database are answered with a message without waiting. Of many simultaneous
 * requests, some may get the page if the database is merely slow.
 */
async function expectOutageResponses(ofCrowd: readonly number[] = [503]): Promise<void> {
  const typed = new URLSearchParams({ intent: "signIn", email: "typed@aleef.test", password: "Wrong-walk-1" });
  const form = { method: "POST", body: typed, headers: { origin: app.url, "sec-fetch-site": "same-origin" } };
  const requests: [string, RequestInit][] = [
    ["/community-reports", {}],
    ["/store?q=bowl", {}],
    ["/dashboard", { headers: { cookie } }],
    ["/dashboard.data", { headers: { cookie } }],
    ["/auth", form],
  ];
  const began = performance.now();
  const pages = requests.map(async ([address, init]) => {
    const answer = await fetch(app.url + address, { redirect: "manual", ...init });
    return { address, status: answer.status, text: await answer.text() };
  });
  // More requests than there are connections.
  const crowd = Array.from({ length: 40 }, () => fetch(`${app.url}/community-reports`).then(({ status }) => status));
  for (const { address, status, text } of await Promise.all(pages)) {
    expect([address, status]).toEqual([address, 503]);
    if (!address.endsWith(".data")) expect(text).toContain(getTranslator("en")("errorPage.outage"));
    if (address === "/auth") expect(text).toContain("typed@aleef.test");
  }
  const statuses = new Set(await Promise.all(crowd));
  expect([...statuses].filter((status) => !ofCrowd.includes(status))).toEqual([]);
  expect(statuses).toContain(503);
  expect(performance.now() - began).toBeLessThan(maxWaitMs);
  expect(await fetch(`${app.url}/healthz`).then(({ status }) => status)).toBe(200);
  expect(await readiness(app)).toBe(503);
  expect((await scan(app.url)).status).toBe(200);
}

async function expectRecovery(): Promise<void> {
  const page = () => fetch(`${app.url}/dashboard`, { headers: { cookie } }).then(({ status }) => status);
  await expect.poll(page, { timeout: maxWaitMs, interval: 20 }).toBe(200);
  await expect.poll(() => readiness(app), { timeout: 20_000, interval: 20 }).toBe(200);
}

test("a database that stops responding: every request is answered, and the app recovers", {
  timeout: 120_000,
}, async () => {
  proxy.setUnresponsive(true);
  await expectOutageResponses();
  await expectOutageResponses();
  proxy.setUnresponsive(false);
  await expectRecovery();
});

test("a database with two seconds of latency: pages show the outage message instead of taking a minute", {
  timeout: 120_000,
}, async () => {
  proxy.delay(2_000);
  await expectOutageResponses([503, 200]);
  proxy.delay(0);
  await expectRecovery();
});

test("dead connections: pages work again immediately, and live events shortly afterwards", {
  timeout: 120_000,
}, async () => {
  const stream = await openLiveStream(app.url, cookie);
  const isReceived = async (visitor: number) => {
    const { status, id } = await scan(app.url, "DEMO-LINKED", visitor);
    expect(status).toBe(200);
    const topics = async () => {
      const ids = stream.notifications.map((notification) => `'${notification.id}'`).join();
      return (await query(databaseUrl, `select topic from notifications where id in (${ids || "null"})`)).rows;
    };
    await expect.poll(topics, { timeout: 30_000 }).toContainEqual({ topic: id });
  };
  await isReceived(5);
  proxy.freeze();
  await expectRecovery();
  await isReceived(7);
  stream.close();
});

test("reset connections: pages work again immediately", async () => {
  proxy.cut();
  await expectRecovery();
  expect(await app.stop()).toBe(0);
});

test("starting with an unresponsive database names the setting to check", async () => {
  proxy.setUnresponsive(true);
  const late = await startApp(settings, { ready: false });
  expect(await late.ended).toBe(1);
  expect(late.output()).toContain("Cannot connect to the database (timeout expired). See DATABASE_URL.");
  proxy.setUnresponsive(false);
});
