import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { type MailSink, openMailSink } from "../mail-sink.ts";
import { type AppProcess, databaseUrlOf, makeDataDir, startApp, tidyUp } from "./app-process.ts";
import { scan } from "./people.ts";

let dataDir: string;
let sink: MailSink;

beforeAll(async () => {
  dataDir = await makeDataDir();
  sink = await openMailSink();
});

afterAll(async () => {
  await tidyUp([dataDir]);
  await sink.close();
});

/** Twelve people keep opening pages; soon after `enough` answers the process is killed. Gives the answered scans. */
async function scanUntilKilled(app: AppProcess, enough: number): Promise<string[]> {
  const answered: string[] = [];
  let killed = false;
  const people = Array.from({ length: 12 }, async (_, person) => {
    while (!killed) {
      const { status, id } = await scan(app.url, "DEMO-LINKED", person);
      if (status === 200) answered.push(id);
    }
  });
  await expect.poll(() => answered.length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
  await pause(Math.random() * 100);
  await app.kill();
  killed = true;
  await Promise.all(people);
  return answered;
}

/** Which of these scans are not recorded with an alert and a line for each channel. */
async function lost(url: string, ids: string[]): Promise<string[]> {
  const { rows } = await query(
    url,
    `select s.id from scan_records s join alerts a on a.topic = s.id::text and a.kind = 'scan'
       join alert_deliveries d on d.alert_id = a.id group by s.id, a.id having count(*) = 2`,
  );
  const kept = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !kept.has(id));
}

async function waitingLetters(url: string): Promise<number> {
  const { rows } = await query(
    url,
    "select count(*)::int as waiting from alert_deliveries where channel = 'email' and state = 'waiting'",
  );
  return rows[0].waiting;
}

test("five times killed under load: no answered scan is lost, and every letter goes out after the last start", {
  timeout: 180_000,
}, async () => {
  const settings = { DATA_DIR: dataDir, SMTP_URL: sink.url };
  const answered: string[] = [];
  for (let round = 0; round < 5; round++) {
    const app = await startApp(settings);
    const ids = await scanUntilKilled(app, 10 + Math.random() * 60);
    answered.push(...ids);
    expect(await lost(await databaseUrlOf(dataDir), ids)).toEqual([]);
  }

  const app = await startApp(settings);
  const url = await databaseUrlOf(dataDir);
  await expect.poll(() => waitingLetters(url), { timeout: 90_000, interval: 250 }).toBe(0);
  expect(await lost(url, answered)).toEqual([]);
  const { rows } = await query(
    url,
    `select alert_id as key from alert_deliveries join alerts on alerts.id = alert_id
       where channel = 'email' and kind = 'scan'`,
  );
  const sent = new Set(sink.letters.map((letter) => letter.key));
  expect(rows.filter((row) => !sent.has(row.key))).toEqual([]);
  expect(await app.stop()).toBe(0);
});
