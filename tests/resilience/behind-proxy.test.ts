// Protects owners and finders behind several processes: none of them loses a scan, an event or a visitor's address.
import { once } from "node:events";
import https from "node:https";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { query, superuserOf } from "#tests/databases.ts";
import { freePort } from "../../bench/free-port.ts";
import { visitorHeaders } from "../../bench/visitors.ts";
import { type AppProcess, startApp } from "./app-process.ts";
import { demoDataDir, emptyDataDir } from "./data-dirs.ts";
import { copyTaggedPet } from "./people.ts";
import { findProxy, type StartedProxy, startProxy } from "./proxies.ts";

const count = Number(process.env.PROCESSES ?? 2);
const program = findProxy("HAProxy");

const ofDatabase = program ? await demoDataDir() : "";
const ofApps = program ? await Promise.all(Array.from({ length: count }, emptyDataDir)) : [];
let apps: AppProcess[];
let proxy: StartedProxy;
let site: string;
let databaseUrl: string;

interface Sent {
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

/** Sends a request over TLS and accepts the self-signed certificate. */
async function send(place: string, { headers = {}, form }: Sent = {}) {
  const body = form && new URLSearchParams(form).toString();
  const request = https.request(`${site}${place}`, {
    method: form ? "POST" : "GET",
    rejectUnauthorized: false,
    agent: false,
    headers: {
      ...headers,
      ...(body ? { "content-type": "application/x-www-form-urlencoded", "content-length": body.length } : {}),
    },
  });
  request.end(body);
  const [answer] = (await once(request, "response")) as [import("node:http").IncomingMessage];
  return answer;
}

async function scan(visitor: number, code = "DEMO-LINKED"): Promise<string | null> {
  try {
    const answer = await send(`/tag/${code}`, {
      headers: { ...visitorHeaders(visitor), "accept-encoding": "identity" },
    });
    const page = await text(answer);
    return answer.statusCode === 200 ? (/name="scan" value="([0-9a-f-]{36})\./.exec(page)?.[1] ?? null) : null;
  } catch {
    return null;
  }
}

async function signIn(): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin", origin: site };
  const answer = await send("/auth", {
    headers,
    form: { intent: "signIn", email: "owner@aleef.test", password: "Aleef-demo-1" },
  });
  const page = await text(answer);
  const cookie = answer.headers["set-cookie"]?.find((line) => line.includes("session_token"));
  if (!cookie) throw new Error(`Nobody could sign in: ${answer.statusCode}\n${page}`);
  return cookie.slice(0, cookie.indexOf(";"));
}

/** Counts the events of a live stream. */
async function watch(cookie: string) {
  const answer = await send("/live", { headers: { cookie, accept: "text/event-stream" } });
  let received = 0;
  let isOpen = true;
  answer.on("data", (piece) => {
    received += String(piece).split("event: alert").length - 1;
  });
  answer.on("close", () => {
    isOpen = false;
  });
  answer.on("error", () => undefined);
  return { received: () => received, isOpen: () => isOpen, close: () => answer.destroy() };
}

describe.skipIf(!program)(`${count} processes behind HAProxy (skipped if it is not installed)`, () => {
  beforeAll(async () => {
    const own = await startEmbeddedPostgres({ dataDir: ofDatabase, print: () => undefined });
    databaseUrl = await superuserOf(own);
    const port = await freePort();
    site = `https://127.0.0.1:${port}`;
    const start = (DATA_DIR: string) =>
      startApp({
        DATA_DIR,
        DATABASE_URL: databaseUrl,
        SECRET: "one-secret-for-all-of-the-processes",
        PUBLIC_URL: site,
        TRUSTED_PROXIES: "127.0.0.1",
        DEMO: "1",
      });
    const [first, ...others] = ofApps as [string, ...string[]];
    apps = [await start(first), ...(await Promise.all(others.map(start)))];
    const ports = apps.map((app) => Number(new URL(app.url).port));
    proxy = await startProxy("HAProxy", program!, { ports, port });
    const isReady = () =>
      send("/readyz").then(
        (answer) => answer.resume().statusCode,
        () => 0,
      );
    await vi.waitUntil(async () => (await isReady()) === 200, { timeout: 60_000, interval: 100 });
  }, 240_000);

  afterAll(() => proxy?.stop());

  test("no answered scan is lost when one is killed under load; events of all processes reach the owner, and pages are served", {
    timeout: 180_000,
  }, async () => {
    const cookie = await signIn();
    expect(cookie).toMatch(/^__Host-/);
    const codes = await copyTaggedPet(databaseUrl, 3000);
    const streams = await Promise.all(Array.from({ length: count * 2 }, () => watch(cookie)));
    const answered: string[] = [];
    let failed = 0;
    let isOver = false;
    const people = Array.from({ length: 12 }, async (_, person) => {
      while (!isOver) {
        const id = await scan(person, codes.pop());
        if (id) answered.push(id);
        else failed++;
      }
    });
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(100);
    await apps[0]!.kill();
    const atTheKill = answered.length;
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(atTheKill + 100);
    isOver = true;
    await Promise.all(people);

    const { rows } = await query(
      databaseUrl,
      "select s.id from scan_records s join notifications a on a.topic = s.id::text and a.kind = 'scan'",
    );
    const recorded = new Set(rows.map((row) => row.id));
    expect(answered.filter((id) => !recorded.has(id))).toEqual([]);
    // At most the twelve requests in progress fail; all others are retried on another process.
    expect(failed).toBeLessThanOrEqual(12);
    const left = streams.filter((stream) => stream.isOpen());
    expect(left.length).toBeGreaterThan(0);
    for (const stream of left)
      await expect.poll(() => stream.received(), { timeout: 20_000 }).toBeGreaterThanOrEqual(answered.length);
    for (const stream of streams) stream.close();
    expect((await send("/dashboard", { headers: { cookie } })).resume().statusCode).toBe(200);
    if (process.env.PROCESSES)
      process.stdout.write(`${count} processes: ${answered.length} scans answered, 0 lost, ${failed} failed\n`);
  });

  test("forged client addresses are ignored, and plain HTTP is redirected to TLS", async () => {
    const guesses = [];
    for (let guess = 0; guess < 21; guess++) {
      const headers = { ...visitorHeaders(guess), "x-forwarded-for": `192.0.${guess}.1` };
      guesses.push((await send(`/tag/0000-0000-${String(1000 + guess)}`, { headers })).resume().statusCode);
    }
    expect(guesses).toEqual([...Array(20).fill(404), 429]);
    const plain = await fetch(`${proxy.plainSite}/tag/DEMO-LINKED`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("location")?.startsWith("https://")]).toEqual([308, true]);
  });
});
