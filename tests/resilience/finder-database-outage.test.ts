// A finder's message would be lost because the app was killed while the database was away.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { query } from "#tests/databases.ts";
import { visitorHeaders } from "../../bench/visitors.ts";
import { databaseUrlOf, postgresOf, readiness, signalPostgres, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";

const dataDir = await demoDataDir();
let app = await startApp({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
let url = await databaseUrlOf(dataDir);
afterAll(() => {
  if (postgresOf(dataDir)) signalPostgres(dataDir, "SIGCONT");
});

/** Sends a request as a visitor with a phone. Even numbers read Arabic, odd ones English. */
async function open(address: string, visitor: number, form?: Record<string, string> | FormData) {
  const { "accept-encoding": _, ...headers } = visitorHeaders(visitor);
  const answer = await fetch(`${app.url}${address}`, {
    redirect: "manual",
    ...(form ? { method: "POST", body: form instanceof FormData ? form : new URLSearchParams(form) } : {}),
    headers: form ? { ...headers, origin: app.url, "sec-fetch-site": "same-origin" } : headers,
  });
  const body = await answer.text();
  const token = /name="scan" value="([^"]+)"/.exec(body)?.[1] ?? "";
  const to = answer.headers.get("location") ?? "";
  return { status: answer.status, body, token, scanId: token.split(".")[0], to, headers: answer.headers };
}

const note = { en: "We&#x27;re having a technical problem.", ar: "الخدمة غير متاحة مؤقتًا." };

/** Returns everything stored on disk for database outages. */
const onDisk = () => {
  const folder = path.join(dataDir, "offline-fallback");
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name)).toString("utf8"))
    .join("\n");
};

const rows = async (text: string) => (await query(url, text)).rows;
const findMessages = (words: string) =>
  rows(`select a.kind, a.created_at, m.created_at as written, c.finder_contact as contact, s.at as scanned
          from messages m join conversations c on c.id = m.conversation_id
          join scan_records s on s.conversation_id = c.id join notifications a on a.topic = s.id::text and a.kind = 'found'
         where m.body = '${words}'`);

test("with an unresponsive database, finders see the cached page within seconds, and their messages are delivered once", {
  timeout: 180_000,
}, async () => {
  const before = await open("/tag/DEMO-LINKED", 1);
  expect(before.status).toBe(200);
  signalPostgres(dataDir, "SIGSTOP");
  // The form was opened before the outage. Its request is the first to detect it.
  const began = performance.now();
  const form = { intent: "have", scan: before.token, note: "Sent during the outage", contact: "0100 000 0001" };
  const sent = await open("/tag/DEMO-LINKED", 1, form);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(sent.status).toBe(303);
  const kept = await open(sent.to, 1);
  expect(kept.status).toBe(200);
  expect(kept.body).toContain("Saved");
  for (const [visitor, words] of [
    [3, note.en],
    [4, note.ar],
  ] as const) {
    const start = performance.now();
    const page = await open("/tag/DEMO-LINKED", visitor);
    // Later requests do not wait for the timeout of two seconds.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(page.status).toBe(200);
    expect(page.body).toContain("Rocky");
    expect(page.body).toContain(words);
  }
  // Photos are not queued; the page says so.
  const withPhoto = new FormData();
  for (const [name, value] of Object.entries({ ...form, note: "Words without their photo" }))
    withPhoto.set(name, value);
  withPhoto.set("photo", new File(["photo"], "him.jpg", { type: "image/jpeg" }));
  const { to } = await open("/tag/DEMO-LINKED", 1, withPhoto);
  expect((await open(to, 1)).body).toContain("Your photo couldn&#x27;t be saved.");
  expect(await readiness(app)).toBe(503);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);

  signalPostgres(dataDir, "SIGCONT");
  const back = performance.now();
  await expect
    .poll(async () => (await open("/tag/DEMO-LINKED", 5)).body.includes(note.en), { timeout: 20_000, interval: 50 })
    .toBe(false);
  expect(performance.now() - back).toBeLessThan(20_000);
  await expect.poll(() => findMessages("Sent during the outage"), { timeout: 30_000 }).toHaveLength(1);
  await expect.poll(() => findMessages("Words without their photo"), { timeout: 30_000 }).toHaveLength(1);
  await expect.poll(async () => (await open(sent.to, 1)).status, { timeout: 20_000 }).toBe(302);
});

test("without a database, pages and forms work, and after a kill -9 of the app everything is delivered once", {
  timeout: 240_000,
}, async () => {
  await query(url, "update users set phone = '+201009999999' where email = 'owner@aleef.test'");
  await query(
    url,
    "update pets set microchip = '981000000777777', diet = 'only hidden porridge', shown = array_remove(shown, 'diet') where name = 'Rocky'",
  );
  await query(url, "update pets set removed_at = now() where name = 'لونا'");
  await expect.poll(() => /"DEMO-LUNA"[^}]*"pet":null/.test(onDisk()), { timeout: 40_000 }).toBe(true);
  const [{ since }] = await rows("select now() as since");

  process.kill(postgresOf(dataDir) as number, "SIGKILL");
  await expect.poll(() => readiness(app), { timeout: 30_000, interval: 20 }).toBe(503);
  for (const secret of ["@aleef.test", "201009999999", "981000000777777", "hidden porridge", "لونا"])
    expect(onDisk()).not.toContain(secret);

  const english = await open("/tag/DEMO-LINKED", 7);
  const arabic = await open("/tag/DEMO-LINKED", 8);
  expect([english.status, arabic.status]).toEqual([200, 200]);
  expect(english.body).toContain(note.en);
  expect(arabic.body).toContain(note.ar);
  expect(english.body).toContain("<script nonce");
  for (const offer of ["/auth", "/dashboard", "petId"]) expect(english.body).not.toContain(offer);
  const luna = await open("/tag/DEMO-LUNA", 9);
  expect(luna.status).toBe(200);
  expect(luna.body).not.toContain("لونا");
  for (const code of ["DEMO-FREE", "DEMO-OFF", "7K3M-9QXR-2VHT"]) {
    const nothing = await open(`/tag/${code}`, 11);
    expect(nothing.status).toBe(503);
    expect(nothing.body).toContain(code);
    expect(Number(nothing.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await open("/t/demo-linked", 13)).to).toBe("/tag/DEMO-LINKED?via=qr");

  const have = { intent: "have", scan: english.token };
  const empty = await open("/tag/DEMO-LINKED", 7, have);
  expect(empty.status).toBe(400);
  expect(empty.body).toContain("Fill in at least one field");
  const forged = await open("/tag/DEMO-LINKED", 7, { ...have, scan: `${english.scanId}.forged`, note: "Forged" });
  expect(forged.status).toBe(404);
  const sent = await open("/tag/DEMO-LINKED", 7, { ...have, note: "He waits with me", contact: "0100 000 0002" });
  expect(sent.status).toBe(303);
  expect((await open(sent.to, 7)).body).toContain("Rocky");
  const place = { intent: "location", scan: arabic.token, latitude: "30.06", longitude: "31.22" };
  expect((await open("/tag/DEMO-LINKED", 8, place)).status).toBe(303);
  const foreign = await fetch(`${app.url}/tag/DEMO-LINKED`, {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
    body: new URLSearchParams({ ...have, note: "From elsewhere" }),
  });
  expect(foreign.status).toBe(403);

  await app.kill();
  app = await startApp({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  url = await databaseUrlOf(dataDir);
  await expect.poll(() => findMessages("He waits with me"), { timeout: 30_000 }).toHaveLength(1);
  const [message] = await findMessages("He waits with me");
  expect(message.contact).toBe("0100 000 0002");
  expect(message.scanned.getTime()).toBeGreaterThan(since.getTime());
  expect(message.written.getTime()).toBeGreaterThanOrEqual(message.scanned.getTime());
  expect(message.created_at.getTime()).toBeGreaterThan(message.written.getTime());
  const scans = () =>
    rows(
      `select id, latitude, evidence from scan_records where id in ('${english.scanId}', '${arabic.scanId}') order by id`,
    );
  await expect.poll(scans, { timeout: 20_000 }).toMatchObject([
    { id: english.scanId, evidence: "human" },
    { id: arabic.scanId, evidence: "human", latitude: 30.06 },
  ]);
  const counted = await rows(
    `select count(*)::int as n from notifications where topic in ('${english.scanId}', '${arabic.scanId}') and kind in ('scan', 'location', 'found')`,
  );
  expect(counted).toEqual([{ n: 4 }]);
  expect(await rows("select 1 from messages where body in ('Forged', 'From elsewhere')")).toEqual([]);
  const status = await open(sent.to, 7);
  expect(status.status).toBe(302);
  expect((await open(status.to, 7)).status).toBe(200);
  await expect.poll(() => onDisk().includes("0100 000 0002"), { timeout: 20_000 }).toBe(false);
  expect(await app.stop()).toBe(0);
});

test("a form for a tag that was released meanwhile is left to administrators, and its text is in no log", {
  timeout: 180_000,
}, async () => {
  app = await startApp({ DATA_DIR: dataDir, LOG_LEVEL: "info" });
  const own = await startEmbeddedPostgres({ dataDir, print: () => undefined });
  url = await databaseUrlOf(dataDir);
  const page = await open("/tag/DEMO-OWNED", 15);
  expect(page.status).toBe(200);
  signalPostgres(dataDir, "SIGSTOP");
  const away = await open("/tag/DEMO-OWNED", 17);
  expect(away.body).toContain(note.en);
  const form = { intent: "have", scan: away.token, note: "Words of nobody's business", contact: "0100 000 0003" };
  const sent = await open("/tag/DEMO-OWNED", 17, form);
  expect(sent.status).toBe(303);
  await app.kill();
  signalPostgres(dataDir, "SIGCONT");
  await query(url, "update tags set owner_id = null, pet_id = null where code = 'DEMO-OWNED'");
  app = await startApp({ DATA_DIR: dataDir, LOG_LEVEL: "info" });
  await expect.poll(async () => (await open(sent.to, 17)).status, { timeout: 30_000 }).toBe(410);
  expect(await rows("select 1 from messages where body like '%business%'")).toEqual([]);
  for (const private_ of ["business", "0100 000 0003", away.token]) expect(app.output()).not.toContain(private_);
  await own.stop();
  expect(await app.stop()).toBe(0);
});
