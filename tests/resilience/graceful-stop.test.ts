// People who press a button during an update would get no answer and lose what they typed.
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";
import { expect, test } from "vitest";
import { request } from "../../bench/request.ts";
import { visitorHeaders } from "../../bench/visitors.ts";
import { databaseUrlOf, postgresOf, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { openLiveStream } from "./live-stream.ts";
import { signIn } from "./people.ts";

const requests = 200;
const dataDir = await demoDataDir();
const app = await startApp({ DATA_DIR: dataDir });

/** Sends a request. `answer` resolves with the status and whether the page is complete. */
async function send(path: string, visitor: number) {
  const clientRequest = http.get(`${app.url}${path}`, {
    agent: false,
    headers: { ...visitorHeaders(visitor), "accept-encoding": "identity" },
  });
  const answer = once(clientRequest, "response").then(async ([response]) => ({
    status: (response as http.IncomingMessage).statusCode,
    isWhole: (await text(response)).endsWith("</html>"),
  }));
  answer.catch(() => undefined);
  await once(clientRequest, "finish");
  return { answer };
}

test("SIGTERM with two hundred requests in progress: each is answered, then app and database stop within 10 s", {
  timeout: 180_000,
}, async () => {
  const stream = await openLiveStream(app.url, await signIn(app.url));
  // Blocks the recording of scans, so that all requests are in progress when the signal arrives.
  const url = await databaseUrlOf(dataDir);
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  await lock.query("begin; lock table scan_records in exclusive mode");

  const sent = await Promise.all(Array.from({ length: requests }, (_, visitor) => send("/tag/DEMO-LINKED", visitor)));
  // New connections are accepted in order: once this one is answered, all of the above have been accepted.
  expect((await request(`${app.url}/healthz`, {})).status).toBe(200);
  const blocked =
    "select count(*)::int as blocked from pg_locks where not granted and relation = 'scan_records'::regclass";
  await expect.poll(async () => (await lock.query(blocked)).rows[0].blocked, { timeout: 30_000 }).toBeGreaterThan(0);

  const began = performance.now();
  const end = app.stop();
  await expect
    .poll(() =>
      fetch(`${app.url}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      ),
    )
    .toBe(0);
  await lock.query("commit");
  await lock.end();
  const answers = await Promise.all(sent.map(({ answer }) => answer));
  expect(answers).toEqual(Array(requests).fill({ status: 200, isWhole: true }));
  expect(await end).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(postgresOf(dataDir)).toBeNull();
  stream.close();
});

test("with DRAIN_SECONDS, the app is unready immediately but serves requests until the time is over", {
  timeout: 180_000,
}, async () => {
  const draining = await startApp({ DATA_DIR: dataDir, DRAIN_SECONDS: "5" });
  const status = (path: string) => request(`${draining.url}${path}`, {}).then((answer) => answer.status);
  expect(await status("/readyz")).toBe(200);
  const began = performance.now();
  const end = draining.stop();
  await expect.poll(() => status("/readyz"), { interval: 20 }).toBe(503);
  expect(await status("/tag/DEMO-LINKED")).toBe(200);
  expect(await end).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(4_990);
});

test.each([
  ["node server.ts --dev", ["node", "--disable-warning=ExperimentalWarning", "server.ts", "--dev"], 0],
  // npm itself exits immediately; its output ends when the last process it started ends.
  ["npm run dev", ["npm", "run", "dev"], expect.anything()],
])("%s stops with its database at SIGTERM", { timeout: 60_000 }, async (_, command, end) => {
  await app.stop();
  const developing = await startApp({ DATA_DIR: dataDir }, { command });
  expect(postgresOf(dataDir)).not.toBeNull();
  expect(await developing.stop()).toEqual(end);
  expect(postgresOf(dataDir)).toBeNull();
});

test("the development server renders icons as the browser does, which would log a mismatch", {
  timeout: 60_000,
}, async () => {
  const developing = await startApp({ DATA_DIR: dataDir }, { command: ["npm", "run", "dev"] });
  const page = await (await fetch(`${developing.url}/store`)).text();
  expect(page.match(/<svg[^>]*lucide[^>]*>/)?.[0]).toBeUndefined();
  await developing.stop();
});
