import { html, raw } from "hono/html";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getTranslator } from "#app/locales/words.server.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { directionOf } from "#app/platform/i18n/language.ts";
import { LogoMark } from "#app/platform/ui/logo.tsx";
import { cssName, dark, light } from "#app/platform/ui/styles/tokens.ts";
import { type LanguageChoice, renderLanguages } from "./finder-languages.server.tsx";
import finderStyle from "./finder-page.css?minified";
import partStyle from "./finder-part.css?minified";
import photoSource from "./photo-script.ts?minified";

const tokens = (Object.keys(light) as (keyof typeof light)[]).filter((token) =>
  finderStyle.includes(`var(--${cssName(token)})`),
);
const colors = (palette: Record<keyof typeof light, string>) =>
  `:root{${tokens.map((token) => `--${cssName(token)}:${palette[token]}`).join(";")}}`;
/** The page's style sheet with the colours that it uses, light and dark. */
const style = `${colors(light)}@media(prefers-color-scheme:dark){${colors(dark)}}${finderStyle}`;

/** A minified inline script and its input, passed as data attributes. */
export interface InlineScript {
  source: string;
  data?: object;
}

interface Page {
  language: FinderLanguage;
  title: string;
  children: ReactNode;
  /** Optional inline script; the page works without it. */
  script?: InlineScript | undefined;
  nonce: string;
  /** Seconds after which the page reloads itself. */
  refresh?: number | undefined;
  isPart?: boolean;
  /** How the reader chooses another language; parts and previews have no choice. */
  languages?: LanguageChoice | undefined;
}

/**
 * Renders a script element. A `noSignal` value is written as `data-no-signal`, which the script reads as
 * `dataset.noSignal`.
 */
function scriptTag({ source, data = {} }: InlineScript, nonce: string) {
  const attributes = Object.entries(data).map(
    ([name, value]) => html` data-${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}="${value}"`,
  );
  return html`<script nonce="${nonce}"${attributes}>${raw(source)}</script>`;
}

/** Logo with a link to the home page. */
function Brand({ language }: { language: FinderLanguage }) {
  return (
    <a className="bar" href="/">
      <LogoMark />
      {getTranslator(language)("finderPage.finder.brand")}
    </a>
  );
}

interface Start {
  /** Markup before the title. */
  head: string;
  /** First element of the body. */
  brand: string;
}

const starts = new Map<string, Start>();

function startOf(language: FinderLanguage, isPart: boolean): Start {
  const key = `${language} ${isPart}`;
  let start = starts.get(key);
  if (!start) {
    const whole = renderToStaticMarkup(
      <html lang={language} dir={directionOf(language)} className={isPart ? "plain" : undefined}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="robots" content="noindex,nofollow" />
          <meta name="theme-color" content={light.paper} media="(prefers-color-scheme:light)" />
          <meta name="theme-color" content={dark.paper} media="(prefers-color-scheme:dark)" />
          <link rel="icon" href="/favicon.svg" />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant style, which escaping would break */}
          <style dangerouslySetInnerHTML={{ __html: isPart ? style + partStyle : style }} />
        </head>
      </html>,
    );
    const brand = isPart ? "" : renderToStaticMarkup(<Brand language={language} />);
    start = { head: `<!doctype html>${whole.slice(0, -"</head></html>".length)}`, brand };
    starts.set(key, start);
  }
  return start;
}

/** Renders everything from the title on. */
function renderRest({ language, title, children, script, nonce, languages }: Page, brand: string): string {
  const main = renderToStaticMarkup(children);
  const { menu, note } = languages ? renderLanguages(language, languages) : { menu: "", note: "" };
  const head = brand ? `<header class="head">${brand}${menu}</header>` : "";
  // Previews, which have no choice of languages, run no scripts.
  const photos = languages && main.includes('name="photo"') ? scriptTag({ source: photoSource }, nonce) : "";
  const end = `${script ? scriptTag(script, nonce) : ""}${photos}`;
  return `${html`<title>${title}</title>`}</head><body><main>${head}${main}${note}</main>${end}</body></html>`;
}

/** Renders a complete page in one response: no bundle, no further request except for the photo. */
export function renderFinderPage(
  page: Page,
  { status = 200, headers = new Headers() }: { status?: number; headers?: Headers } = {},
): Response {
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("cache-control", "private, no-store");
  headers.set("x-robots-tag", "noindex, nofollow");
  if (!headers.has("referrer-policy")) headers.set("referrer-policy", "same-origin");
  headers.set("vary", "accept-language, cookie");
  if (page.refresh) headers.set("refresh", String(page.refresh));
  const { head, brand } = startOf(page.language, page.isPart ?? false);
  return new Response(head + renderRest(page, brand), { status, headers });
}
