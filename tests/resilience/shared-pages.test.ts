// Protects visitors from another person's or another language's page: nginx caches only what everybody may see.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { buffer } from "node:stream/consumers";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../../bench/free-port.ts";
import { type AppProcess, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { findProxy, type StartedProxy, startProxy } from "./proxies.ts";

const program = findProxy("nginx");

const dataDir = program ? await demoDataDir() : "";
let app: AppProcess;
let appPort: number;
let proxy: StartedProxy;
let site: string;

const browser = {
  accept: "text/html",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.9,ar;q=0.8",
  "sec-fetch-mode": "navigate",
};
const arabic = { "accept-language": "ar-EG,ar;q=0.9,en-US;q=0.8,en;q=0.7" };

/** Sends a request to nginx as a browser does, over TLS, and accepts the self-signed certificate. */
async function send(to: string, headers: Record<string, string> = {}, form?: Record<string, string>) {
  const body = form && new URLSearchParams(form).toString();
  const request = https.request(`${site}${to}`, {
    method: form ? "POST" : "GET",
    rejectUnauthorized: false,
    agent: false,
    headers: {
      ...browser,
      ...headers,
      ...(body ? { "content-type": "application/x-www-form-urlencoded", "content-length": body.length } : {}),
    },
  });
  request.end(body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const bytes = await buffer(answer);
  const html = String(answer.headers["content-encoding"] === "zstd" ? zstdDecompressSync(bytes) : bytes);
  return {
    html,
    status: answer.statusCode,
    cache: answer.headers["x-cache"],
    cookies: answer.headers["set-cookie"] ?? [],
    headers: answer.headers,
    language: /<html lang="(..)"/.exec(html)?.[1],
  };
}

const start = (cdnSeconds: number) =>
  startApp({
    DATA_DIR: dataDir,
    PORT: String(appPort),
    PUBLIC_URL: site,
    TRUSTED_PROXIES: "127.0.0.1",
    DEMO: "1",
    CDN_SECONDS: String(cdnSeconds),
  });

describe.skipIf(!program)("public pages cached by nginx (skipped if it is not installed)", () => {
  beforeAll(async () => {
    const port = await freePort();
    appPort = await freePort();
    site = `https://127.0.0.1:${port}`;
    app = await start(600);
    proxy = await startProxy("nginx", program!, { ports: [appPort], port });
    const isReady = () =>
      send("/readyz").then(
        ({ status }) => status === 200,
        () => false,
      );
    await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 });
  }, 240_000);

  afterAll(() => proxy?.stop());

  test("are cached separately per language", async () => {
    const seen = [];
    const visitors: Record<string, string>[] = [
      {},
      arabic,
      { cookie: "preferred-language=ar" },
      {},
      { ...arabic, "user-agent": "other" },
    ];
    for (const headers of visitors) {
      const { cache, language } = await send("/store", headers);
      seen.push([cache, language]);
    }
    expect(seen).toEqual([
      ["MISS", "en"],
      ["MISS", "ar"],
      ["HIT", "ar"],
      ["HIT", "en"],
      ["HIT", "ar"],
    ]);
    const { headers } = await send("/store");
    // Browsers do not cache these pages, and run only the app's scripts.
    expect([headers["cache-control"], headers["x-accel-expires"]]).toEqual(["private, no-store", undefined]);
    expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-[^;]*(?<!nonce.*);/);
  });

  test("are served by the app for unusual Accept-Language headers, without affecting the cached pages", async () => {
    expect(await send("/about", { "accept-language": "en;q=0.5, ar" })).toMatchObject({
      cache: "BYPASS",
      language: "ar",
    });
    // nginx reads this as Arabic and the app as English, so it must not be cached as Arabic.
    expect(await send("/about", { "accept-language": "ar,en;q=5" })).toMatchObject({ cache: "MISS", language: "en" });
    expect(await send("/about", arabic)).toMatchObject({ cache: "MISS", language: "ar" });
    expect(await send("/about", { "accept-language": "ar" })).toMatchObject({ cache: "HIT", language: "ar" });
  });

  test("are sent uncompressed to clients that ask for it", async () => {
    const packed = await send("/terms");
    const plain = await send("/terms", { "accept-encoding": "identity" });
    expect([packed.headers["content-encoding"], plain.headers["content-encoding"]]).toEqual(["zstd", undefined]);
    expect([packed.language, plain.language]).toEqual(["en", "en"]);
  });

  test("are neither read from nor written to the cache for signed-in users or with other cookies", async () => {
    await send("/features");
    const own = { "sec-fetch-site": "same-origin", origin: site };
    const account = { intent: "signIn", email: "owner@aleef.test", password: "Aleef-demo-1" };
    const { cookies } = await send("/auth", own, account);
    const cookie = cookies
      .map((line) => line.slice(0, line.indexOf(";")))
      .find((line) => line.includes("session_token"));
    expect(cookie).toMatch(/^__Host-/);
    for (const page of ["/features", "/get-started", "/get-started"]) {
      const signedIn = await send(page, { cookie: `preferred-language=en; ${cookie}` });
      expect([signedIn.cache, signedIn.html.includes("owner@aleef.test")]).toEqual(["BYPASS", true]);
    }
    const after = await send("/get-started");
    expect([after.cache, after.html.includes("owner@aleef.test")]).toEqual(["MISS", false]);
    const dark = await send("/get-started", { cookie: "theme=dark" });
    expect([dark.cache, dark.html.includes('data-theme="dark"')]).toEqual(["BYPASS", true]);
    expect((await send("/get-started")).html).not.toContain('data-theme="dark"');
  });

  test("never contain another visitor's cookie", async () => {
    // A link that sets the language, a scan, and a redirect with a toast are always answered by the app.
    for (const to of ["/?lang=ar", "/tag/DEMO-LINKED", "/dashboard"]) {
      const [first, second] = [await send(to), await send(to)];
      expect([to, first.cache ?? "MISS", second.cache ?? "MISS"]).toEqual([to, "MISS", "MISS"]);
      expect(first.cookies.length).toBeGreaterThan(0);
    }
    for (const to of ["/", "/privacy", "/contact", "/community-reports"])
      for (const wanted of ["MISS", "HIT"]) expect(await send(to)).toMatchObject({ cache: wanted, cookies: [] });
  });

  test("include their scripts, in the encoding that each browser accepts", async () => {
    const { html } = await send("/");
    const script = /href="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] as string;
    const seen = [];
    for (const encoding of ["br", "br", "identity", "identity"]) {
      const { status, cache, headers } = await send(script, { "accept-encoding": encoding });
      seen.push([status, cache, headers["content-encoding"]]);
    }
    expect(seen).toEqual([
      [200, "MISS", "br"],
      [200, "HIT", "br"],
      [200, "MISS", undefined],
      [200, "HIT", undefined],
    ]);
  });

  test("do not include page data, redirects or unknown addresses", async () => {
    for (const to of ["/about.data", "/nowhere", "/auth", "/cart", "/session"])
      for (let round = 0; round < 2; round++) expect([to, (await send(to)).cache]).toEqual([to, "MISS"]);
  });

  test("are served while the app is down", { timeout: 120_000 }, async () => {
    await app.kill();
    app = await start(1);
    await expect.poll(async () => (await send("/learn-more")).cache, { timeout: 30_000 }).toBe("MISS");
    await app.kill();
    await expect.poll(async () => (await send("/learn-more")).cache, { timeout: 30_000 }).toBe("STALE");
    expect(await send("/learn-more")).toMatchObject({ status: 200, cache: "STALE", language: "en" });
    expect((await send("/learn-more", { cookie: "theme=dark" })).status).toBe(502);
  });
});
