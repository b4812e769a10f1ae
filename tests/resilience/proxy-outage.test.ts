// Protects finders and everybody else behind a proxy: with the files in deploy/, a tag's page comes whatever happens to
// the database or to one process, and an outage is explained on our own page, in the reader's language.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { type DatabaseProxy, openDatabaseProxy } from "#tests/database-proxy.ts";
import { query, superuserOf } from "#tests/databases.ts";
import { freePort } from "../../bench/free-port.ts";
import { visitorHeaders } from "../../bench/visitors.ts";
import { type AppProcess, startApp } from "./app-process.ts";
import { demoDataDir, emptyDataDir } from "./data-dirs.ts";
import { findProxy, type ProxyName, type StartedProxy, startProxy } from "./proxies.ts";

const names: ProxyName[] = ["nginx", "HAProxy", "Caddy"];
const programs = new Map(names.map((name) => [name, findProxy(name)]));
const installed = names.filter((name) => programs.get(name));

let database: EmbeddedPostgres;
const isRun = installed.length > 0;
const ofDatabase = isRun ? await demoDataDir() : "";
const ofApps = isRun ? [await emptyDataDir(), await emptyDataDir()] : [];
let databaseUrl: string;
let connection: DatabaseProxy;
const proxies = new Map<ProxyName, StartedProxy>();
let apps: AppProcess[];
let settings: Record<string, string>[];
const publicUrl = "https://aleef.example";

interface Answer {
  status: number;
  page: string;
  retryAfter: string | undefined;
}

/** Sends a request through a proxy; status 0 if the connection breaks. */
async function send(
  name: ProxyName,
  place: string,
  { headers = {}, form }: { headers?: Record<string, string>; form?: Record<string, string> } = {},
): Promise<Answer> {
  const body = form && new URLSearchParams(form).toString();
  try {
    const request = https.request(`${proxies.get(name)!.site}${place}`, {
      method: form ? "POST" : "GET",
      rejectUnauthorized: false,
      agent: false,
      headers: {
        accept: "text/html",
        ...headers,
        ...(form && {
          origin: publicUrl,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(Buffer.byteLength(body!)),
        }),
      },
    });
    request.end(body);
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return { status: answer.statusCode!, page: await text(answer), retryAfter: answer.headers["retry-after"] };
  } catch {
    return { status: 0, page: "", retryAfter: undefined };
  }
}

let visitors = 0;
const scan = (name: ProxyName) =>
  send(name, "/tag/DEMO-LINKED", { headers: { ...visitorHeaders(visitors++), "accept-encoding": "identity" } });
const write = (name: ProxyName) =>
  send(name, "/contact", {
    headers: { ...visitorHeaders(visitors++), "accept-encoding": "identity" },
    form: { name: "Hala", email: `hala-${visitors}@example.com`, topic: "other", body: "Do you ship to Aswan?" },
  });

const isUp = async (name: ProxyName, place = "/store") => (await send(name, place)).status === 200;
const waitFor = (work: () => Promise<boolean>) => vi.waitUntil(work, { timeout: 60_000, interval: 100 });

describe.skipIf(!isRun)(`two processes behind ${installed.join(", ")}`, () => {
  beforeAll(async () => {
    database = await startEmbeddedPostgres({ dataDir: ofDatabase, print: () => undefined });
    databaseUrl = await superuserOf(database);
    connection = await openDatabaseProxy(databaseUrl);
    settings = await Promise.all(
      ofApps.map(async (DATA_DIR) => ({
        DATA_DIR,
        PORT: String(await freePort()),
        DATABASE_URL: connection.url,
        SECRET: "one-secret-for-all-of-the-processes",
        PUBLIC_URL: publicUrl,
        TRUSTED_PROXIES: "127.0.0.1",
        NETWORK_LIMITS: "1000",
        DEMO: "0",
      })),
    );
    apps = [await startApp(settings[0]!), await startApp(settings[1]!)];
    const ports = settings.map(({ PORT }) => Number(PORT));
    for (const name of installed) proxies.set(name, await startProxy(name, programs.get(name)!, { ports }));
    for (const name of installed) await waitFor(() => isUp(name));
    // Its page is stored for outages.
    for (const app of apps)
      await waitFor(async () => (await fetch(`${app.url}/tag/DEMO-LINKED`, { headers: visitorHeaders(0) })).ok);
  }, 240_000);

  afterAll(async () => {
    for (const proxy of proxies.values()) await proxy.stop();
    await connection?.block();
  });

  test("without the database, finders get their page and everybody else ours, and it comes back by itself", {
    timeout: 180_000,
  }, async () => {
    await connection.block();
    await Promise.all(
      installed.map(async (name) => {
        const scans: number[] = [];
        for (let round = 0; round < 40; round++) {
          if (round % 4 === 0) {
            const language = round % 8 === 0 ? "ar" : "en";
            const { status, page, retryAfter } = await send(name, "/store", {
              headers: { "accept-language": language },
            });
            expect([name, status, retryAfter]).toEqual([name, 503, "5"]);
            expect(page).toContain(`<html lang="${language}"`);
          }
          scans.push((await scan(name)).status);
          await pause(50);
        }
        expect({ name, scans }).toEqual({ name, scans: Array(40).fill(200) });
      }),
    );
    await connection.listen();
    for (const name of installed) await waitFor(() => isUp(name));
  });

  test("a process that is killed and started again costs nobody a page or a form", { timeout: 180_000 }, async () => {
    let isOver = false;
    const all = installed.map(async (name) => {
      const seen = { pages: new Set<number>(), scans: new Set<number>(), forms: new Set<number>(), sent: 0 };
      while (!isOver) {
        seen.scans.add((await scan(name)).status);
        seen.pages.add((await send(name, "/about")).status);
        seen.forms.add((await write(name)).status);
        seen.sent++;
      }
      return { name, ...seen };
    });
    await pause(1_000);
    // Stopped as an upgrade does, then started again.
    await apps[1]!.stop();
    await pause(1_000);
    apps[1] = await startApp(settings[1]!);
    await pause(1_000);
    isOver = true;
    for (const { name, scans, pages, forms, sent } of await Promise.all(all)) {
      expect(sent).toBeGreaterThan(3);
      expect({ name, scans: [...scans], pages: [...pages], forms: [...forms] }).toEqual({
        name,
        scans: [200],
        pages: [200],
        forms: [303],
      });
    }

    isOver = false;
    const again = installed.map(async (name) => {
      const seen = { scans: new Set<number>(), pages: new Set<number>() };
      while (!isOver) {
        seen.scans.add((await scan(name)).status);
        seen.pages.add((await send(name, "/about")).status);
      }
      return { name, scans: [...seen.scans], pages: [...seen.pages] };
    });
    await pause(500);
    await apps[0]!.kill();
    await pause(3_000);
    apps[0] = await startApp(settings[0]!);
    await pause(1_000);
    isOver = true;
    expect(await Promise.all(again)).toEqual(installed.map((name) => ({ name, scans: [200], pages: [200] })));
  });

  test("a process that hangs keeps no finder from the page", { timeout: 180_000 }, async () => {
    process.kill(apps[0]!.pid, "SIGSTOP");
    try {
      await Promise.all(
        installed.map(async (name) => {
          const answers = await Promise.all(Array.from({ length: 12 }, () => scan(name)));
          expect({ name, scans: answers.map(({ status }) => status) }).toEqual({ name, scans: Array(12).fill(200) });
        }),
      );
    } finally {
      process.kill(apps[0]!.pid, "SIGCONT");
    }
  });

  test("no scan that was answered is missing afterwards", async () => {
    const answered = await Promise.all(installed.map((name) => scan(name)));
    const ids = answered.map(({ page }) => /name="scan" value="([0-9a-f-]{36})\./.exec(page)?.[1]);
    const { rows } = await query(
      databaseUrl,
      `select id from scan_records where id in (${ids.map((id) => `'${id}'`)})`,
    );
    expect(rows.length).toBe(installed.length);
  });
});
