import { light } from "#app/platform/ui/styles/tokens.ts";
import { directionOf, type Language } from "../i18n/language.ts";
import type { Email } from "./mailer.server.ts";

export interface EmailParts {
  to: string;
  language: Language;
  subject: string;
  /** Paragraphs of plain text; escaped here. */
  paragraphs: string[];
  /** A quotation of somebody else. */
  quote?: string | undefined;
  action?: { label: string; url: string } | undefined;
  footer: string;
  key?: string | undefined;
}

const isolates = /[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g;

/** Makes a text safe for a header: one line, without direction marks. */
function headerLine(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, " ")
    .replace(isolates, "")
    .trim()
    .slice(0, 200);
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

/** Renders an e-mail as text and HTML in the reader's language and direction. */
export function renderEmail(parts: EmailParts): Email {
  const direction = directionOf(parts.language);
  const text = [
    ...parts.paragraphs,
    ...(parts.quote ? [parts.quote.replace(/^/gm, "> ")] : []),
    ...(parts.action ? [`${parts.action.label}:\n${parts.action.url}`] : []),
    parts.footer,
  ].join("\n\n");
  const html = `<!doctype html>
<html lang="${parts.language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"></head>
<body style="margin:0;background:${light.sunken};font:16px/1.6 -apple-system,'Segoe UI',Roboto,'Noto Sans Arabic',Tahoma,sans-serif;color:${light.ink}">
<div dir="${direction}" style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="font-size:20px;font-weight:700;color:${light.brandDeep};margin:0 0 16px">${parts.language === "ar" ? "أليف" : "Aleef"}</p>
<div style="background:#fff;border:1px solid ${light.line};border-radius:16px;padding:24px">
${parts.paragraphs.map((paragraph, index) => `<p style="margin:0 0 14px;${index === 0 ? "font-size:19px;font-weight:600" : ""}">${lines(paragraph)}</p>`).join("\n")}
${parts.quote ? `<blockquote style="margin:0 0 16px;padding:12px 16px;background:${light.sunken};border-radius:12px">${lines(parts.quote)}</blockquote>` : ""}
${
  parts.action
    ? `<p style="margin:20px 0 6px"><a href="${escapeHtml(parts.action.url)}" style="display:inline-block;background:${light.brand};color:#fff;text-decoration:none;font-weight:600;padding:13px 24px;border-radius:999px">${escapeHtml(parts.action.label)}</a></p>
<p style="margin:8px 0 0;font-size:13px;color:${light.ink3};word-break:break-all"><bdi dir="ltr">${escapeHtml(parts.action.url)}</bdi></p>`
    : ""
}
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
