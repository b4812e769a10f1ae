import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type AppContext, Clock, type OpenAppContext } from "#app/platform/app-context.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import type * as ServerEntry from "#app/server-entry.ts";
import { password } from "#tests/make.ts";
import type { SomeSettings } from "#tests/site-settings.ts";
import { afterwards, createTestApp, type TestApp, testSecret } from "#tests/test-app.ts";
import { Visitor } from "./visitor.ts";

const built = path.resolve("build/server/index.js");
if (!existsSync(built)) throw new Error("The app is not built: run `npm run build` first.");

/** The built app, loaded by Node instead of Vitest, so that the tests run the production code. */
export const app = createRequire(import.meta.url)(built) as typeof ServerEntry;

const browser = {
  "user-agent":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  accept: "text/html,application/xhtml+xml",
};
const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" };

export type Form = Record<string, string> | [string, string][] | FormData;

export interface RequestOptions {
  /** The visitor whose cookies are sent and updated; none if omitted. */
  as?: Visitor | undefined;
  /** Overrides the browser's headers; null removes one. */
  headers?: Record<string, string | null>;
  language?: string;
  /** Address of the client's socket. */
  from?: string;
  method?: string;
  signal?: AbortSignal;
}

export interface Site extends Omit<TestApp, "ctx"> {
  /** Context of the source code on the same database, to create data with commands. */
  ctx: AppContext;
  /** Context of the built app. */
  served: AppContext;
  logged: string[];
  publicUrl: string;
  get(path: string, options?: RequestOptions): Promise<Response>;
  /** Like `get`; returns the body of the answer. */
  getText(path: string, options?: RequestOptions): Promise<string>;
  post(path: string, form: Form, options?: RequestOptions): Promise<Response>;
  send(path: string, init: RequestInit & { duplex?: "half" }, options?: RequestOptions): Promise<Response>;
  /** Signs in through the form. `secret` defaults to `password`. */
  signInAs(email: string, secret?: string): Promise<Visitor>;
  /** Moves the clock of the built app's context forward. */
  later(milliseconds: number): void;
}

/**
 * Opens the built app as a client sees it, including the outer server with its limits and headers, with a database of
 * its own.
 */
export async function openSite(env: Record<string, string> = {}, inPanel?: SomeSettings): Promise<Site> {
  const test = await createTestApp({ env, ...(inPanel && { site: inPanel }) });
  // The clock starts at the real time, because the built app, browsers and cookies use the real clock.
  test.setNow(new Date());
  const given = readSettings(
    {
      PUBLIC_URL: "http://localhost:3000",
      DATA_DIR: test.ctx.settings.dataDir,
      // Tests write to the database themselves, which no process notices.
      PUBLIC_PAGE_CACHE_SECONDS: "0",
      ...env,
    },
    { root: process.cwd(), mode: "production" },
  );
  const { publicUrl } = given;
  const logged: string[] = [];
  const opened: OpenAppContext = await app.createAppContext(
    { ...given, secret: testSecret },
    {
      databaseUrl: test.databaseUrl,
      log: app.createLog("info", { write: (line: string) => void logged.push(line) }),
      jobKinds: app.jobKinds,
      topics: app.topics,
      translator: app.getTranslator,
      quiet: true,
    },
  );
  afterwards(() => opened.close());
  let ahead = 0;
  const served: AppContext = {
    ...opened,
    mail: test.ctx.mail,
    clock: new Clock(() => new Date(Date.now() + ahead)),
  };
  const server = app.createServerApp({
    ctx: served,
    handle: app.createHandler(served),
    isReady: () => true,
    clientDir: "build/client",
  });

  async function send(to: string, init: RequestInit, options: RequestOptions = {}): Promise<Response> {
    // TLS ends at the proxy, so the app always receives plain HTTP.
    const url = new URL(to, publicUrl.replace(/^https:/, "http:"));
    const headers = new Headers({ host: url.host, ...browser, "accept-language": options.language ?? "en" });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const cookies = options.as?.cookiesFor(url.pathname);
    if (cookies) headers.set("cookie", cookies);
    for (const [name, value] of Object.entries(options.headers ?? {}))
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    const request = new Request(asRaw(url, to), {
      ...init,
      headers,
      ...(options.method ? { method: options.method } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const socket = { remoteAddress: options.from ?? "203.0.113.7" };
    const answer = await server.fetch(request, { incoming: { socket } } as never);
    options.as?.keep(answer.headers.getSetCookie(), url.pathname);
    return answer;
  }

  const site: Site = {
    ...test,
    served,
    logged,
    publicUrl,
    send,
    get: (to, options) => send(to, { method: "GET", headers: navigation }, options),
    getText: async (to, options) => (await site.get(to, options)).text(),
    post: (to, form, options) =>
      send(
        to,
        {
          method: "POST",
          headers: { ...navigation, "sec-fetch-site": "same-origin", origin: publicUrl },
          body: form instanceof FormData ? form : new URLSearchParams(form),
        },
        options,
      ),
    async signInAs(email, secret = password) {
      const visitor = new Visitor();
      const answer = await site.post("/auth", { intent: "signIn", email, password: secret }, { as: visitor });
      if (answer.status !== 303) throw new Error(`${email} could not sign in: ${answer.status}`);
      return visitor;
    },
    later(milliseconds) {
      ahead += milliseconds;
    },
  };
  return site;
}

/** Keeps `..` and `\` in the URL, which its parser would normalize but hostile clients send. */
function asRaw(url: URL, to: string): string {
  return to.startsWith("/") ? url.origin + to : url.href;
}
