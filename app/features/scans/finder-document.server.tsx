import { gzipSync } from "node:zlib";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { directionOf, type Language } from "#app/platform/i18n/language.ts";
import { finderStyle } from "./finder-style.server.ts";

interface Page {
  language: Language;
  title: string;
  children: ReactNode;
  /** One inline script for comfort; everything works without it. */
  script?: string | undefined;
  nonce: string;
  /** Seconds after which the page asks again by itself. */
  refresh?: number | undefined;
  isPart?: boolean;
}

function Document({ language, title, children, script, nonce, isPart }: Page) {
  return (
    <html lang={language} dir={directionOf(language)} className={isPart ? "plain" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="theme-color" content="#fbf9f5" media="(prefers-color-scheme:light)" />
        <meta name="theme-color" content="#0f1716" media="(prefers-color-scheme:dark)" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant style, which escaping would break */}
        <style dangerouslySetInnerHTML={{ __html: finderStyle }} />
      </head>
      <body>
        <main>{children}</main>
        {script ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; its words are JSON with < escaped
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
        ) : null}
      </body>
    </html>
  );
}

interface Init {
  status?: number;
  headers?: Headers;
  /** The request's `Accept-Encoding`; without it the server compresses as the answer streams out. */
  accepts?: string | null;
}

/** A whole page in one answer: no bundle, no second request but the photo. */
export function answerPage(page: Page, { status = 200, headers = new Headers(), accepts = null }: Init = {}): Response {
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("cache-control", "private, no-store");
  headers.set("x-robots-tag", "noindex, nofollow");
  if (!headers.has("referrer-policy")) headers.set("referrer-policy", "same-origin");
  headers.set("vary", "accept-language, cookie, accept-encoding");
  if (page.refresh) headers.set("refresh", String(page.refresh));
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...page} />)}`;
  if (!accepts || !/\bgzip\b(?!;\s*q=0(?![.\d]*[1-9]))/i.test(accepts)) return new Response(html, { status, headers });
  headers.set("content-encoding", "gzip");
  return new Response(gzipSync(html), { status, headers });
}
