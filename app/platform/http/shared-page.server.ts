import { createHash } from "node:crypto";
import { languageCookie, languages } from "../i18n/language.ts";
import { findLanguageInAddress } from "../i18n/language-of.server.ts";
import type { RequestInfo } from "./request-info.server.ts";

/** Seconds for which a cache may keep serving a page while no process answers. */
const staleIfErrorSeconds = 600;

/** Values of the whole `Cookie` header for which visitors get the same page; `deploy/nginx.conf` has the same list. */
const plainCookies = ["", ...languages.map((language) => `${languageCookie}=${language}`)];

/**
 * Returns whether all visitors with this language get the same response: the request has no cookie except the
 * language's. A URL that selects a language sets that cookie in its response, so it cannot be shared.
 */
export function isPlainRequest(request: Request): boolean {
  return (
    request.method === "GET" &&
    findLanguageInAddress(request) === null &&
    plainCookies.includes(request.headers.get("cookie") ?? "")
  );
}

/**
 * Converts a rendered page for the memory of this process and for shared caches: removes the nonce, which every visitor would know, and instead allows the
 * scripts that had it by their SHA-256. Sets `info` and `headers` accordingly.
 */
export function createSharedPage(html: string, info: RequestInfo, headers: Headers, cdnSeconds: number): string {
  const nonce = ` nonce="${info.nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", source = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(nonce) && !attributes.includes(" src="))
      hashes.add(`'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  info.allowedScripts = [...hashes].join(" ");
  // Only for caches in front (RFC 9213; nginx has its own header); browsers and other caches are not affected.
  if (cdnSeconds > 0) {
    headers.set("cdn-cache-control", `max-age=${cdnSeconds}, stale-if-error=${staleIfErrorSeconds}`);
    headers.set("x-accel-expires", String(cdnSeconds));
  }
  headers.set("content-language", info.language);
  headers.append("vary", "Accept-Language, Cookie");
  return html.replaceAll(nonce, "").replaceAll(` nonce=""`, "");
}
