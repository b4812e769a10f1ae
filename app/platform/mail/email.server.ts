import { light } from "#app/platform/ui/styles/tokens.ts";
import { directionOf, type Language } from "../i18n/language.ts";
import { cutText } from "../i18n/plain-text.ts";
import type { Email } from "./mailer.server.ts";

export interface EmailAction {
  label: string;
  url: string;
}

export interface EmailParts {
  to: string;
  language: Language;
  /** Also the headline. */
  subject: string;
  /** Plain texts below the headline; escaped when rendered. */
  paragraphs: string[];
  /** Quotation of somebody else's message. */
  quote?: string | undefined;
  /** Names and values, one pair per line. */
  facts?: { term: string; detail: string }[];
  /** Small picture of the subject; most mail programs only load it on request. */
  picture?: { url: string; alt: string } | undefined;
  action?: EmailAction | undefined;
  /** Secondary, less prominent action. */
  second?: EmailAction | undefined;
  footer: string;
  key?: string | undefined;
}

const isolates = /[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g;

/** Makes a text safe for a header: one line, without direction marks. */
function headerLine(text: string): string {
  return cutText(
    text
      .replace(/[\r\n\t]+/g, " ")
      .replace(isolates, "")
      .trim(),
    200,
  );
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const lines = (text: string) => escapeHtml(text).replaceAll("\n", "<br>");

/** Renders a filled or outlined button. */
function button({ label, url }: EmailAction, variant: "filled" | "edged"): string {
  const colours =
    variant === "filled"
      ? `background:${light.brand};border:1.5px solid ${light.brand};color:#fff`
      : `border:1.5px solid ${light.edge};color:${light.ink}`;
  return `<a href="${escapeHtml(url)}" style="display:inline-block;${colours};text-decoration:none;font-weight:600;padding:12px 24px;margin:0 0 10px;margin-inline-end:8px;border-radius:999px">${escapeHtml(label)}</a>`;
}

/** Logo drawn with text only, so that no image has to be loaded. */
const mark = `<span style="display:inline-block;width:30px;height:30px;line-height:30px;border-radius:50%;background:${light.brand};color:${light.sun};text-align:center;font-size:17px;margin-inline-end:9px" aria-hidden="true">♥</span>`;

/**
 * Renders an e-mail as text and HTML in the reader's language and direction. The preview that mailboxes show next to
 * the subject is the text after the headline.
 */
export function renderEmail(parts: EmailParts): Email {
  const direction = directionOf(parts.language);
  const { facts = [], picture } = parts;
  const actions = [parts.action, parts.second].filter((one) => one !== undefined);
  const preview = cutText(
    [...parts.paragraphs, ...facts.map(({ detail }) => detail)].join(" ").replace(isolates, ""),
    140,
  );
  const text = [
    parts.subject,
    ...parts.paragraphs,
    ...(parts.quote ? [parts.quote.replace(/^/gm, "> ")] : []),
    ...(facts.length > 0 ? [facts.map(({ term, detail }) => `${term}: ${detail}`).join("\n")] : []),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    parts.footer,
  ].join("\n\n");
  const html = `<!doctype html>
<html lang="${parts.language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"></head>
<body style="margin:0;background:${light.sunken};font:16px/1.6 -apple-system,'Segoe UI',Roboto,'Noto Sans Arabic',Tahoma,sans-serif;color:${light.ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div dir="${direction}" style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="font-size:20px;font-weight:700;color:${light.brandDeep};margin:0 0 16px">${mark}${parts.language === "ar" ? "أليف" : "Aleef"}</p>
<div style="background:#fff;border:1px solid ${light.line};border-radius:16px;padding:24px;word-break:break-word;overflow-wrap:anywhere">
${picture ? `<p style="margin:0 0 14px"><img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="96" height="96" style="border-radius:50%;object-fit:cover;display:block"></p>` : ""}
<p style="margin:0 0 14px;font-size:22px;line-height:1.35;font-weight:600">${lines(parts.subject)}</p>
${parts.paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${lines(paragraph)}</p>`).join("\n")}
${parts.quote ? `<blockquote style="margin:0 0 16px;padding:12px 16px;background:${light.sunken};border-radius:12px">${lines(parts.quote)}</blockquote>` : ""}
${facts.map(({ term, detail }) => `<p style="margin:0 0 6px;font-size:15px"><span style="color:${light.ink2}">${escapeHtml(term)}</span> · <bdi style="font-weight:600">${lines(detail)}</bdi></p>`).join("\n")}
${actions.length > 0 ? `<p style="margin:20px 0 0">${actions.map((one, index) => button(one, index === 0 ? "filled" : "edged")).join("")}</p>` : ""}
</div>
<p style="font-size:13px;color:${light.ink3};margin:16px 4px">${lines(parts.footer)}</p>
</div></body></html>`;
  return {
    to: parts.to,
    subject: headerLine(parts.subject),
    text,
    html,
    ...(parts.key ? { key: parts.key } : {}),
  };
}
