import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { AppContext } from "../../app-context.server.ts";
import { photoCacheControl } from "../../files/files.server.ts";
import { ensurePhoto, findPhoto, findPhotoKey } from "../../files/photos.server.ts";
import { createLanguageCookie, findLanguageToKeep, readLanguages } from "../../i18n/language-of.server.ts";
import { withoutUnstorable } from "../../i18n/text/plain-text.ts";
import { getClientAddress, getNetwork, isTrustedProxy, isUntrustedProxy } from "../../limits/client-address.server.ts";
import { getKindOfPath, requestSeconds } from "../../metrics/metrics.server.ts";
import { getTraceId, isTracing, withSpan } from "../../tracing/tracing.server.ts";
import type { RequestInfo } from "../request-info.server.ts";
import { readSessionToken } from "../session-cookie.server.ts";
import { createBuildFileFinder } from "./build-files.server.ts";
import { compressPages } from "./compress-pages.server.ts";
import { checkHeads, type Env } from "./http-limits.server.ts";
import { createSecretPaths } from "./logged-path.server.ts";
import { createPublicPageCache } from "./public-page-cache.server.ts";
import { createAccountQueue, createPageQueue, createProcessorMonitor } from "./request-queues.server.ts";
import { createPlainHeaders, formatContentSecurityPolicy, nonPagePolicy } from "./security-headers.server.ts";

/**
 * Path prefixes of requests from other servers: webhooks, which are signed, and the mail programs' one-click
 * unsubscription, whose address is a key. Cookies are ignored there.
 */
const signedPaths = /^\/(hooks|unsubscribe)\//;

interface Parts {
  ctx: AppContext;
  /** Folder of the client build; undefined in development, where Vite serves it. */
  clientDir?: string;
  handle: (request: Request, info: RequestInfo) => Promise<Response>;
  /** Returns false once the process is stopping, so that load balancers stop sending requests. */
  isReady: () => boolean;
  /** Returns whether this process's share of the processor is used up; measured by default. */
  isFull?: () => boolean;
  /** Paths of the routes, such as `/share/:key`, which say what of a requested path may stand in the log. */
  routePaths: readonly string[];
}

const addressHeaders = [
  "x-forwarded-for",
  "x-real-ip",
  "x-client-ip",
  "forwarded",
  "cf-connecting-ip",
  "true-client-ip",
];

/** `Cache-Control` of files whose names contain a hash of their contents. */
const immutable = "public, max-age=31536000, immutable";

/** Sets `cache-control` on found files; the file server's own hook runs too late. */
function withCacheControl(howLong: string, find: MiddlewareHandler): MiddlewareHandler {
  return async (c, next) => {
    const found = await find(c, next);
    if (found instanceof Response) found.headers.set("cache-control", howLong);
    return found;
  };
}

/** `Retry-After` in seconds for too many concurrent requests. */
const retryAfterSeconds = 5;

/** Matches text content types without a charset. */
const isBareText = /^(text\/[\w.-]+|(application|image)\/([\w.-]+\+)?xml)$/i;

/** Requested every second by load balancers, so only logged at debug level. */
const healthPaths = ["/healthz", "/readyz", "/readyz/finders"];

/** Returns the request id given by a trusted proxy, so that both logs have the same one; otherwise `fresh`. */
function getRequestId(
  given: string | undefined,
  socket: string | undefined,
  { trusted, fresh }: { trusted: string[]; fresh: string },
): string {
  const isValid = given !== undefined && /^[\w.-]{8,64}$/.test(given) && isTrustedProxy(socket, trusted);
  return isValid ? given : fresh;
}

/** Returns a 503 that asks the user to retry; the browser also does so by itself. */
function respondBusy(info: RequestInfo): Response {
  info.retryAfter = retryAfterSeconds;
  return new Response(info.t("errors.tooManyPeople"), {
    status: 503,
    headers: { "content-type": "text/plain", refresh: String(retryAfterSeconds) },
  });
}

/** Adds `Secure` to every cookie; used over https. */
function secureCookies(headers: Headers): void {
  const lines = headers.getSetCookie();
  if (lines.every((line) => /;\s*secure\b/i.test(line))) return;
  headers.delete("set-cookie");
  for (const line of lines) headers.append("set-cookie", /;\s*secure\b/i.test(line) ? line : `${line}; Secure`);
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Returns our own origins: that of the public URL; if it is local, those of all local names. */
export function listOwnOrigins(publicUrl: string): Set<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!loopback.includes(hostname)) return new Set([origin]);
  return new Set(loopback.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}

/**
 * Returns whether a request comes from one of our pages, by `Origin` or else `Sec-Fetch-Site`. Browsers send one of
 * them with every POST, so requests with neither are rejected. `Host` is ignored, because anybody can point a name to
 * this server.
 */
export function isOwnOrigin(headers: Headers, own: ReadonlySet<string>): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return false;
  return origin ? own.has(origin) : site === "same-origin";
}

/**
 * Returns whether a browser loads a page before anybody has opened it (`Sec-Purpose` of the HTML Standard, section
 * "Speculative loading", and the headers of older browsers). Files and data that the router prefetches for a link on
 * our own pages are not meant: only opening the page itself does something.
 */
function isSpeculative(headers: Headers, path: string): boolean {
  const purpose = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => headers.get(name) ?? "").join();
  if (!/prefetch|prerender|preview/i.test(purpose)) return false;
  const isOwnPart = /^\/(assets|photos)\/|\.data$/.test(path);
  return !isOwnPart || !["same-origin", null].includes(headers.get("sec-fetch-site"));
}

/** Maximum length of a query parameter. */
const maxValueLength = 2_000;

/** Returns whether all escapes of a URL are UTF-8 without NUL. */
function isDecodable(address: string): boolean {
  try {
    return !address.includes("%") || !decodeURIComponent(address).includes("\0");
  } catch {
    return false;
  }
}

/**
 * Removes everything from a URL that the database cannot store (NUL, lone surrogates) and truncates query values to
 * 2,000 characters; returns the same string if nothing changed.
 */
export function cleanAddress(address: string): string {
  if (address.length <= maxValueLength && isDecodable(address)) return address;
  const url = new URL(address);
  url.pathname = url.pathname
    .split("/")
    .map((part) => cleanPart(part))
    .join("/");
  const query = [...url.searchParams].map(([name, value]): [string, string] => [
    withoutUnstorable(name).slice(0, maxValueLength),
    withoutUnstorable(value.slice(0, maxValueLength)),
  ]);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Cleans a path segment; one that cannot be decoded or contains NUL becomes a segment that matches nothing. */
function cleanPart(part: string): string {
  return isDecodable(part) ? part : "-";
}

/** Middleware that records each request as a span named by the route's pattern, within the trace of a trusted proxy. */
function traceRequests(trusted: string[]): MiddlewareHandler<Env> {
  return (c, next) => {
    const { method, path } = c.req;
    const kind = getKindOfPath(path);
    if (kind === "health") return next();
    const isBelieved = isTrustedProxy(c.env?.incoming?.socket?.remoteAddress, trusted);
    const traceparent = isBelieved ? c.req.header("traceparent") : undefined;
    return withSpan(method, { kind: "server", traceparent }, async (span) => {
      await next();
      const { id, route } = c.get("info");
      const { status } = c.res;
      span?.setAttributes({
        "http.request.method": method,
        "http.response.status_code": status,
        "aleef.request_id": id,
        "aleef.path_kind": kind,
        ...(route && { "http.route": route }),
      });
      span?.updateName(route ? `${method} ${route}` : `${method} ${kind}`);
      if (status >= 500) span?.setStatus({ code: 2 });
    });
  };
}

/**
 * Creates the HTTP server: request ids and log, limits, headers, static files, photos, health checks; all other
 * requests go to the app.
 */
export function createServerApp({
  ctx,
  clientDir,
  handle,
  isReady,
  isFull = createProcessorMonitor(),
  routePaths,
}: Parts): Hono<Env> {
  const { settings, log } = ctx;
  const secretPaths = createSecretPaths(routePaths);
  const app = new Hono<Env>();
  const headers = Object.entries(createPlainHeaders(settings));
  let hasWarned = false;
  const origins = listOwnOrigins(settings.publicUrl);
  const accountQueue = createAccountQueue(ctx);
  const pageQueue = createPageQueue({
    isFull,
    isMember: ({ headers }) => readSessionToken(ctx, headers) !== null,
  });

  // Refused, because a page loaded ahead is shown later without a request: the browser asks again at the tap.
  app.use((c, next) => {
    if (!isSpeculative(c.req.raw.headers, c.req.path)) return next();
    return Promise.resolve(c.body(null, 503, { "cache-control": "no-store" }));
  });
  if (isTracing()) app.use(traceRequests(settings.trustedProxies));
  app.use(async (c, next) => {
    const started = performance.now();
    const socket = c.env?.incoming?.socket?.remoteAddress;
    const forwardedFor = c.req.header("x-forwarded-for") ?? null;
    if (settings.secure && !hasWarned && isUntrustedProxy(socket, forwardedFor, settings.trustedProxies)) {
      hasWarned = true;
      log.warn(
        { proxy: socket },
        "a proxy in front of this process is missing in TRUSTED_PROXIES: all its visitors share one rate limit",
      );
    }
    const { language, finderLanguage } = readLanguages(c.req.raw);
    const random = randomBytes(24);
    const info: RequestInfo = {
      id: getRequestId(c.req.header("x-request-id"), socket, {
        trusted: settings.trustedProxies,
        fresh: random.toString("hex", 16),
      }),
      address: getClientAddress(socket, forwardedFor, settings.trustedProxies),
      language,
      finderLanguage,
      t: ctx.translator(language),
      nonce: random.toString("base64", 0, 16),
    };
    c.set("info", info);
    await next();
    // Other sites must not learn an address that is a key.
    if (!c.res.headers.has("referrer-policy") && secretPaths.hasSecret(c.req.path))
      c.res.headers.set("referrer-policy", "same-origin");
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (c.res.headers.get("content-type")?.startsWith("text/html")) {
      const scripts = info.allowedScripts ?? `'nonce-${info.nonce}'`;
      c.res.headers.set("content-security-policy", formatContentSecurityPolicy(settings, scripts));
    } else if (!c.res.headers.has("content-security-policy"))
      c.res.headers.set("content-security-policy", nonPagePolicy);
    const type = c.res.headers.get("content-type");
    if (type && isBareText.test(type)) c.res.headers.set("content-type", `${type}; charset=utf-8`);
    const chosenLanguage = type?.startsWith("text/html") ? findLanguageToKeep(c.req.raw) : null;
    if (chosenLanguage) c.res.headers.append("set-cookie", createLanguageCookie(chosenLanguage, settings.secure));
    if (settings.secure) secureCookies(c.res.headers);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "private, no-store");
    c.res.headers.set("x-request-id", info.id);
    // A proxy that keeps connections must not send a form on one that is about to end. Does not wait for an unread body.
    if (!isReady() || info.mustClose || (c.req.method === "POST" && c.env?.incoming?.complete === false))
      c.res.headers.set("connection", "close");
    if (info.retryAfter) c.res.headers.set("retry-after", String(info.retryAfter));
    // Required by RFC 9110, section 15.5.6.
    if (c.res.status === 405) c.res.headers.set("allow", c.req.method === "POST" ? "GET, HEAD" : "GET, HEAD, POST");
    const seconds = (performance.now() - started) / 1000;
    requestSeconds.observe(
      { route: getKindOfPath(c.req.path), status: `${Math.floor(c.res.status / 100)}xx` },
      seconds,
    );
    // Path only, because the query may contain a token.
    const line = {
      id: info.id,
      network: getNetwork(info.address),
      method: c.req.method,
      path: secretPaths.write(c.req.path, c.res.status),
      status: c.res.status,
      ms: Math.round(seconds * 1000),
      trace: getTraceId(),
    };
    // React Router answers 500 if the client has disconnected, which is not an error.
    if (c.res.status >= 500 && !c.req.raw.signal.aborted) log.error(line, "request");
    else if (healthPaths.includes(c.req.path)) log.debug(line, "request");
    else log.info(line, "request");
  });

  app.onError((error, c) => {
    log.error({ err: error, id: c.get("info")?.id }, "request failed outside the app");
    return c.text("Something went wrong", 500);
  });

  app.use(checkHeads);
  app.get("/healthz", (c) => c.json({ ok: true }));
  // Finders are also served without the database, from cached pages.
  app.get("/readyz/finders", (c) => (isReady() ? c.json({ ok: true }) : c.json({ ok: false, why: "stopping" }, 503)));
  app.get("/readyz", async (c) => {
    if (!isReady()) return c.json({ ok: false, why: "stopping" }, 503);
    try {
      await ctx.fallback.dbHealth.run(() => ctx.reserved.pool.query("select 1"));
      return c.json({ ok: true });
    } catch {
      return c.json({ ok: false, why: "database" }, 503);
    }
  });

  // A path that starts with `//` would be read as another host in the page's own links and forms.
  app.use((c, next) => {
    if (!c.req.path.startsWith("//")) return next();
    const { pathname, search } = new URL(c.req.url);
    return Promise.resolve(c.redirect(pathname.replace(/^\/+/, "/") + search, 308));
  });

  app.use(async (c, next) => {
    if (["GET", "HEAD", "OPTIONS"].includes(c.req.method)) return next();
    if (c.req.method !== "POST") return c.text(c.get("info").t("errors.method"), 405);
    if (!isOwnOrigin(c.req.raw.headers, origins) && !signedPaths.test(c.req.path)) {
      log.warn({ id: c.get("info").id }, "cross-site form rejected");
      return c.text(c.get("info").t("errors.crossOrigin"), 403);
    }
    await next();
  });

  app.use(compress());

  app.get("/photos/:id/:name", async (c) => {
    const { id, name } = c.req.param();
    // The smallest rendition is embedded in e-mails, which webmail shows on its own pages.
    if (name.startsWith("160.")) c.header("cross-origin-resource-policy", "cross-origin");
    const key = settings.photoHost && findPhotoKey(id, name);
    if (key) {
      await ensurePhoto(ctx.files, id, name);
      // Browsers load the photo from the bucket directly; cached for a limited time, because its URL may change.
      c.header("cache-control", "public, max-age=86400, s-maxage=3600");
      return c.redirect(`${settings.photoHost}/${key}`, 302);
    }
    const found = settings.photoHost ? null : await findPhoto(ctx.files, id, name);
    if (!found) return c.notFound();
    c.header("content-type", found.type);
    c.header("cache-control", photoCacheControl);
    c.header("content-security-policy", "default-src 'none'; sandbox");
    return c.body(found.bytes as Uint8Array<ArrayBuffer>);
  });

  if (clientDir) {
    const files = serveStatic({ root: clientDir, precompressed: true });
    app.use("/assets/*", withCacheControl(immutable, files));
    const findBuildFile = createBuildFileFinder(settings);
    app.get("/assets/:name", async (c) => {
      const found = await findBuildFile(c.req.param("name"));
      if (!found) return c.text(c.get("info").t("common.notFound.title"), 404, { "cache-control": "no-store" });
      c.header("content-type", found.type);
      c.header("cache-control", immutable);
      return c.body(found.bytes as Uint8Array<ArrayBuffer>);
    });
    const plain = withCacheControl("public, max-age=3600", files);
    // One route per file, which avoids a system call for every other path.
    for (const entry of readdirSync(clientDir, { withFileTypes: true }))
      if (entry.isFile()) app.use(`/${entry.name}`, plain);
  }

  if (settings.publicPageCacheSeconds > 0) app.use(createPublicPageCache(settings.publicPageCacheSeconds));
  app.use(compressPages);
  app.all("*", async (c) => {
    for (const name of addressHeaders) c.req.raw.headers.delete(name);
    // Checked above against the public URL; the router would compare it with the internal one.
    c.req.raw.headers.delete("origin");
    const address = cleanAddress(c.req.url);
    const request = address === c.req.url ? c.req.raw : new Request(address, c.req.raw);
    const info = c.get("info");
    const answer = await accountQueue.run(
      request,
      async () => (await pageQueue.run(request, () => handle(request, info))) ?? respondBusy(info),
      () => info.accountId,
    );
    if (answer) return answer;
    info.retryAfter = retryAfterSeconds;
    log.warn({ id: info.id }, "too many concurrent requests of one account");
    return c.text(info.t("errors.tooManyAtOnce"), 429);
  });
  return app;
}
