import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnPostgres } from "#app/platform/db/own-postgres.server.ts";
import { query } from "#tests/databases.ts";
import { type AppProcess, databaseUrlOf, makeDataDir, postgresOf, readiness, startApp, tidyUp } from "./app-process.ts";
import { openLiveStream } from "./live-stream.ts";
import { scan, signIn } from "./people.ts";

let dataDir: string;
let app: AppProcess;

beforeAll(async () => {
  dataDir = await makeDataDir();
  app = await startApp({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
}, 180_000);

afterAll(() => tidyUp([dataDir]));

test("PostgreSQL dies and comes back: not ready meanwhile, good answers within 5 s, live streams catch up", {
  timeout: 180_000,
}, async () => {
  const cookie = await signIn(app.url);
  // What the demo world told its owner a moment ago may come once more when the stream begins anew.
  const { rows } = await query(await databaseUrlOf(dataDir), "select id from alerts");
  const told = new Set(rows.map(({ id }) => id));
  const stream = await openLiveStream(app.url, cookie);
  const news = () => stream.alerts.filter(({ id }) => !told.has(id));
  expect((await scan(app.url)).status).toBe(200);
  await expect.poll(() => news().length, { timeout: 30_000 }).toBe(1);

  process.kill(postgresOf(dataDir) as number, "SIGKILL");
  await expect.poll(() => readiness(app), { timeout: 30_000, interval: 20 }).toBe(503);
  expect((await fetch(`${app.url}/community-reports`)).status).toBe(500);
  expect(await fetch(`${app.url}/healthz`).then((answer) => answer.status)).toBe(200);

  const own = await startOwnPostgres({ dataDir, say: () => undefined });
  const back = performance.now();
  const answers: number[] = [];
  while (answers.at(-1) !== 200) {
    answers.push((await fetch(`${app.url}/community-reports`)).status);
    if (answers.at(-1) !== 200) await pause(20);
  }
  expect(performance.now() - back).toBeLessThan(5_000);
  await expect.poll(() => readiness(app), { timeout: 5_000, interval: 20 }).toBe(200);
  expect((await scan(app.url)).status).toBe(200);

  // What was answered before the process itself listens again reaches the owner all the same.
  await expect.poll(() => news().length, { timeout: 30_000 }).toBe(2);
  expect((await scan(app.url)).status).toBe(200);
  await expect.poll(() => news().length, { timeout: 30_000 }).toBe(3);
  expect(new Set(news().map(({ id }) => id)).size).toBe(3);
  stream.close();
  await own.stop();
  expect(await app.stop()).toBe(0);
  expect(postgresOf(dataDir)).toBeNull();
});
