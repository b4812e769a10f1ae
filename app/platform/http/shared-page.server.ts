import { createHash } from "node:crypto";
import { languageCookie, languages } from "../i18n/language.ts";
import { findLanguageInAddress } from "../i18n/language-of.server.ts";
import type { RequestInfo } from "./request-info.server.ts";

/** Seconds for which a cache may go on answering while no process does. */
const withoutApp = 600;

/** The whole `Cookie` header of visitors whose pages are alike; `deploy/nginx.conf` names the same. */
const plainCookies = ["", ...languages.map((language) => `${languageCookie}=${language}`)];

/**
 * Whether everybody with this request's language is to get the same answer: it carries no cookie but the language's. An
 * address that names a language is answered with that cookie, so it is nobody else's.
 */
export function isPlainRequest(request: Request): boolean {
  return (
    request.method === "GET" &&
    findLanguageInAddress(request) === null &&
    plainCookies.includes(request.headers.get("cookie") ?? "")
  );
}

/**
 * Returns a rendered page as caches may keep it: without its nonce, which would be known to whoever asks; the policy allows
 * the scripts that carried it by their SHA-256 instead. `info` and `headers` are set to match.
 */
export function createSharedPage(html: string, info: RequestInfo, headers: Headers, cdnSeconds: number): string {
  const nonce = ` nonce="${info.nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", source = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(nonce) && !attributes.includes(" src="))
      hashes.add(`'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  info.allowedScripts = [...hashes].join(" ");
  // For caches in front alone (RFC 9213; nginx has its own header): browsers and others are told nothing new.
  headers.set("cdn-cache-control", `max-age=${cdnSeconds}, stale-if-error=${withoutApp}`);
  headers.set("x-accel-expires", String(cdnSeconds));
  headers.set("content-language", info.language);
  headers.append("vary", "Accept-Language, Cookie");
  return html.replaceAll(nonce, "");
}
