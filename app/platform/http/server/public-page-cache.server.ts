import type { MiddlewareHandler } from "hono";
import { isPlainRequest } from "../shared-page.server.ts";
import { replaceBody } from "./compress-pages.server.ts";
import type { Env } from "./http-limits.server.ts";

/** A public page as it was sent. */
interface CachedPage {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
  /** Hashes of its scripts, for the content security policy. */
  allowedScripts: string;
  /** Time of `performance.now()` until which it may be sent. */
  until: number;
}

/** Maximum number of pages, of some 20 KB each. */
const maxPages = 300;

/**
 * Middleware that keeps public pages in memory for some seconds, as they were sent, for visitors who send no cookie and
 * so all see the same. Who changes something has a cookie from then on; for those whose browser blocks cookies, every
 * form empties the cache. Which page may be shared is decided where it is rendered (`createSharedPage`).
 */
export function createPublicPageCache(seconds: number): MiddlewareHandler<Env> {
  const pages = new Map<string, CachedPage>();
  /** Number of forms so far: a page that was begun before a form and ends after it is not cached. */
  let forms = 0;
  return async (c, next) => {
    const request = c.req.raw;
    if (request.method === "POST") {
      await next();
      forms++;
      return pages.clear();
    }
    if (request.headers.has("cookie") || request.headers.has("authorization") || !isPlainRequest(request))
      return next();
    const info = c.get("info");
    const key = [info.language, info.finderLanguage, c.req.header("accept-encoding"), request.url].join(" ");
    const cached = pages.get(key);
    if (cached && cached.until > performance.now()) {
      info.allowedScripts = cached.allowedScripts;
      return new Response(cached.body, { headers: cached.headers });
    }
    pages.delete(key);
    const before = forms;
    await next();
    const { res } = c;
    const { allowedScripts } = info;
    if (allowedScripts === undefined || res.status !== 200 || res.headers.has("set-cookie") || before !== forms) return;
    const body = new Uint8Array(await res.arrayBuffer());
    const until = performance.now() + seconds * 1000;
    pages.set(key, { body, headers: new Headers(res.headers), allowedScripts, until });
    if (pages.size > maxPages) pages.delete(pages.keys().next().value as string);
    replaceBody(c, body);
  };
}
