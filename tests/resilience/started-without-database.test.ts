// A process that dies during an outage cannot come back, and finders of its machine see nothing until the database does.
import { expect, test } from "vitest";
import { startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { hasPageCopies } from "#app/platform/fallback/page-cache.server.ts";
import { openDatabaseProxy } from "#tests/database-proxy.ts";
import { query } from "#tests/databases.ts";
import { visitorHeaders } from "../../bench/visitors.ts";
import { type AppProcess, readiness, startApp } from "./app-process.ts";
import { demoDataDir, emptyDataDir } from "./data-dirs.ts";

const own = await startEmbeddedPostgres({ dataDir: await demoDataDir(), print: () => undefined });
const proxy = await openDatabaseProxy(own.url);
const settings = {
  DATA_DIR: await emptyDataDir(),
  DATABASE_URL: proxy.url,
  DATABASE_OWNER_URL: own.ownerUrl.replace(new URL(own.url).port, new URL(proxy.url).port),
  SECRET: "a-secret-that-is-long-enough-for-this",
  LOG_LEVEL: "error",
};

async function open(app: AppProcess, address: string, form?: Record<string, string>) {
  const { "accept-encoding": _, ...headers } = visitorHeaders(1);
  const answer = await fetch(`${app.url}${address}`, {
    redirect: "manual",
    ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    headers: form ? { ...headers, origin: app.url, "sec-fetch-site": "same-origin" } : headers,
  });
  const body = await answer.text();
  return { status: answer.status, body, token: /name="scan" value="([^"]+)"/.exec(body)?.[1] ?? "" };
}

const ready = (app: AppProcess) =>
  fetch(`${app.url}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );

test("a process started without the database serves finders, and everybody once it answers", {
  timeout: 240_000,
}, async () => {
  const before = await startApp(settings);
  await expect.poll(async () => (await open(before, "/tag/DEMO-LINKED")).status, { timeout: 30_000 }).toBe(200);
  await expect.poll(() => hasPageCopies(settings.DATA_DIR as string), { timeout: 30_000 }).toBe(true);
  await before.stop();

  await proxy.block();
  const app = await startApp(settings, { ready: false });
  await expect.poll(() => ready(app), { timeout: 60_000 }).toBe(200);
  expect(await readiness(app)).toBe(503);
  const page = await open(app, "/tag/DEMO-LINKED");
  expect(page.status).toBe(200);
  expect(page.body).toContain("Rocky");
  const form = { intent: "have", scan: page.token, note: "Nobody home", contact: "0100 000 0009" };
  expect((await open(app, "/tag/DEMO-LINKED", form)).status).toBe(303);
  expect((await open(app, "/store")).status).toBe(503);

  await proxy.listen();
  await expect.poll(() => readiness(app), { timeout: 60_000 }).toBe(200);
  expect((await open(app, "/store")).status).toBe(200);
  const count = async () => (await query(own.url, "select 1 from messages where body = 'Nobody home'")).rows.length;
  await expect.poll(count, { timeout: 60_000 }).toBe(1);
  expect(await app.stop()).toBe(0);
});

test("without copies to serve, a process says what is wrong and ends", { timeout: 60_000 }, async () => {
  await proxy.block();
  const app = await startApp({ ...settings, DATA_DIR: await emptyDataDir() }, { ready: false });
  expect(await app.ended).toBe(1);
  expect(app.output()).toMatch(/Cannot connect to the database \(ECONNREFUSED\)\. See DATABASE_(OWNER_)?URL/);
});
