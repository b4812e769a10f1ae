// A buyer's order or a finder's scan that was confirmed would be gone after a crash.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { openMailSink } from "../mail-sink.ts";
import { type AppProcess, databaseUrlOf, signalPostgres, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { copyTaggedPet, scan } from "./people.ts";
import { type Buyer, buy, openShop, stockState } from "./shop.ts";

/** Number of kills. Every other time the database is killed too. */
const kills = Number(process.env.KILLS ?? 4);
const sink = await openMailSink();
// Waits for the app, which is ended first.
afterAll(() => sink.close());
const dataDir = await demoDataDir();

interface Answered {
  scans: string[];
  /** Order numbers by idempotency key. */
  orders: Map<string, string>;
  /** Submissions without a response. */
  unanswered: { buyer: Buyer; key: string }[];
}

/** Twelve people open pages and two place orders repeatedly. Kills the app shortly after about `enough` responses. */
async function workUntilKilled(
  app: AppProcess,
  url: string,
  { buyers, codes }: { buyers: Buyer[]; codes: string[] },
  enough: number,
  withDatabase: boolean,
) {
  const answered: Answered = { scans: [], orders: new Map(), unanswered: [] };
  let killed = false;
  const people = Array.from({ length: 12 }, async (_, person) => {
    while (!killed) {
      const { status, id } = await scan(app.url, codes.pop(), person);
      if (status === 200) answered.scans.push(id);
    }
  });
  const shopping = buyers.map(async (buyer) => {
    while (!killed) {
      const key = randomUUID();
      const number = await buy(app.url, url, buyer, key).catch(() => "");
      if (number) answered.orders.set(key, number);
      else answered.unanswered.push({ buyer, key });
    }
  });
  const count = () => Math.min(answered.scans.length, answered.orders.size * 10);
  await expect.poll(count, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
  await pause(Math.random() * 100);
  if (withDatabase) signalPostgres(dataDir, "SIGKILL");
  await app.kill();
  killed = true;
  await Promise.all([...people, ...shopping]);
  return answered;
}

/** Returns the scans that are not recorded with a notification and a delivery for each channel. */
async function lostScans(url: string, ids: string[]): Promise<string[]> {
  const { rows } = await query(
    url,
    `select s.id from scan_records s join notifications a on a.topic = s.id::text and a.kind = 'scan'
       join notification_deliveries d on d.notification_id = a.id group by s.id, a.id having count(*) = 2`,
  );
  const kept = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !kept.has(id));
}

/** Returns the orders that are not stored with their line, stock movement and notification. */
async function lostOrders(url: string, numbers: Iterable<string>): Promise<string[]> {
  const { rows } = await query(
    url,
    `select o.number from store_orders o join store_order_lines l on l.order_id = o.id
       join stock_movements m on m.reference = o.id and m.change = -l.quantity
       join notifications a on a.topic = o.id::text and a.kind = 'order'`,
  );
  const kept = new Set(rows.map((row) => row.number));
  return [...numbers].filter((number) => !kept.has(number));
}

async function countWaitingEmails(url: string): Promise<number> {
  const { rows } = await query(
    url,
    "select count(*)::int as waiting from notification_deliveries where channel = 'email' and state = 'waiting'",
  );
  return rows[0].waiting;
}

/** Returns the keys of the delivered e-mails about scans and orders, except the administrator's. */
async function listDeliveredEmails(url: string): Promise<string[]> {
  const { rows } = await query(
    url,
    `select notification_id as key from notification_deliveries join notifications on notifications.id = notification_id
       where channel = 'email' and kind in ('scan', 'order') and notifications.user_id in (select id from users where email <> 'admin@aleef.test') and state = 'delivered'`,
  );
  return rows.map(({ key }) => key);
}

test(`${kills} kills of app and database under load lose no answered scan or order; the stock is correct and every e-mail is sent`, {
  timeout: 60_000 + kills * 40_000,
}, async () => {
  const settings = { DATA_DIR: dataDir, SMTP_URL: sink.url };
  const scans: string[] = [];
  const orders = new Map<string, string>();
  let app = await startApp(settings);
  // The demo data's own e-mails were sent before this test.
  const earlier = new Set(await listDeliveredEmails(await databaseUrlOf(dataDir)));
  const buyers = await openShop(app.url, await databaseUrlOf(dataDir), ["owner@aleef.test", "finder@aleef.test"]);
  const codes = await copyTaggedPet(await databaseUrlOf(dataDir), kills * 1000);
  for (let kill = 0; kill < kills; kill++) {
    const before = await databaseUrlOf(dataDir);
    const answered = await workUntilKilled(app, before, { buyers, codes }, 10 + Math.random() * 30, kill % 2 === 1);
    scans.push(...answered.scans);
    for (const [key, number] of answered.orders) orders.set(key, number);

    app = await startApp(settings);
    const url = await databaseUrlOf(dataDir);
    // Scans answered while the database was already dead were stored beside it and are delivered after the start.
    await expect.poll(() => lostScans(url, answered.scans), { timeout: 30_000 }).toEqual([]);
    expect(await lostOrders(url, answered.orders.values())).toEqual([]);
    // Retries the submissions without a response: each order is placed once, whether or not it had been placed before.
    for (const { buyer, key } of answered.unanswered) orders.set(key, await buy(app.url, url, buyer, key));
    const { stock, moved, unsold } = await stockState(url);
    expect([moved, unsold]).toEqual([stock, stock]);
  }

  const url = await databaseUrlOf(dataDir);
  await expect.poll(() => countWaitingEmails(url), { timeout: 90_000, interval: 250 }).toBe(0);
  expect(await lostScans(url, scans)).toEqual([]);
  expect(await lostOrders(url, orders.values())).toEqual([]);
  const { rows: placed } = await query(
    url,
    "select count(*)::int as orders from store_order_lines where sku = 'KILLED-TEST'",
  );
  expect(placed[0].orders).toBe(orders.size);
  const delivered = await listDeliveredEmails(url);
  const sent = new Set(sink.emails.map((message) => message.key));
  expect(delivered.filter((key) => !earlier.has(key) && !sent.has(key))).toEqual([]);
  if (process.env.KILLS)
    process.stdout.write(
      `${kills} kills: ${scans.length} scans, ${orders.size} orders, ${sink.emails.length} e-mails\n`,
    );
  expect(await app.stop()).toBe(0);
});
