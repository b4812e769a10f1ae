// Visitors would see errors for minutes after a short restart of the database.
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { getTranslator } from "#app/locales/words.server.ts";
import { startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { query } from "#tests/databases.ts";
import { databaseUrlOf, postgresOf, readiness, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { openLiveStream } from "./live-stream.ts";
import { scan, signIn } from "./people.ts";

const dataDir = await demoDataDir();
const app = await startApp({ DATA_DIR: dataDir, LOG_LEVEL: "error" });

test("a restart of PostgreSQL makes the app unready, and it serves pages within 5 s and live streams catch up", {
  timeout: 180_000,
}, async () => {
  const stream = await openLiveStream(app.url, await signIn(app.url));
  const scans: string[] = [];
  async function scanned(): Promise<void> {
    const { status, id } = await scan(app.url);
    expect(status).toBe(200);
    scans.push(id);
  }
  /**
   * Returns the scans received through the stream. A reconnected stream may repeat events, and the demo data has events
   * of its own.
   */
  const received = async () => {
    const ids = stream.notifications.map(({ id }) => `'${id}'`).join();
    const text = `select topic from notifications where kind = 'scan' and id in (${ids || "null"}) order by id`;
    const topics = (await query(await databaseUrlOf(dataDir), text)).rows.map(({ topic }) => topic);
    return topics.filter((topic) => scans.includes(topic));
  };
  const expectAllReceived = () => expect.poll(received, { timeout: 30_000 }).toEqual(scans);
  await scanned();
  await expectAllReceived();

  process.kill(postgresOf(dataDir) as number, "SIGKILL");
  await expect.poll(() => readiness(app), { timeout: 30_000, interval: 20 }).toBe(503);
  const page = await fetch(`${app.url}/community-reports`);
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await page.text()).toContain(getTranslator("en")("errorPage.outage"));
  expect((await fetch(`${app.url}/community-reports.data`)).status).toBe(503);
  expect(await fetch(`${app.url}/healthz`).then((answer) => answer.status)).toBe(200);

  const own = await startEmbeddedPostgres({ dataDir, print: () => undefined });
  const back = performance.now();
  const answers: number[] = [];
  while (answers.at(-1) !== 200) {
    answers.push((await fetch(`${app.url}/community-reports`)).status);
    if (answers.at(-1) !== 200) await pause(20);
  }
  expect(performance.now() - back).toBeLessThan(20_000);
  await expect.poll(() => readiness(app), { timeout: 20_000, interval: 20 }).toBe(200);
  await scanned();
  // Events of scans that were answered before the process listens again arrive too.
  await expectAllReceived();
  await scanned();
  await expectAllReceived();
  stream.close();
  await own.stop();
  expect(await app.stop()).toBe(0);
  expect(postgresOf(dataDir)).toBeNull();
});
