import { dark, light } from "#app/platform/ui/styles/tokens.ts";
import { directionOf, type Language } from "../i18n/language.ts";
import { cutText } from "../i18n/text/plain-text.ts";
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
  /** A pet is out there: a red line at the top of the card. */
  isUrgent?: boolean;
  /** One-time code, large. */
  code?: string | undefined;
  /** Quotation of somebody else's message. */
  quote?: string | undefined;
  /** A list in lines, such as what was ordered; empty lines separate its groups. */
  details?: string | undefined;
  /** Names and values, one pair per line. */
  facts?: { term: string; detail: string }[];
  /** Small picture of the subject; most mail programs only load it on request. */
  picture?: { url: string; alt: string } | undefined;
  action?: EmailAction | undefined;
  /** Secondary, less prominent action. */
  second?: EmailAction | undefined;
  /** Why the reader gets this e-mail. */
  footer: string;
  /** Where the reader chooses which e-mails to get. */
  manage?: EmailAction;
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

/** Codes, such as an order's number: left to right in one piece, since a break at a hyphen would reorder them in Arabic. */
const codes = /(?<![\w-])[A-Z\d]+(?:-[A-Z\d]+)+(?![\w-])/g;
const linesWithCodes = (text: string) =>
  lines(text).replace(codes, '<bdi dir="ltr" style="white-space:nowrap">$&</bdi>');

/** Which token each class has for its text and its ground, in both palettes. */
const classes = {
  page: { color: "ink", "background-color": "sunken" },
  card: { "background-color": "surface", "border-color": "line" },
  name: { color: "brandDeep" },
  soft: { color: "ink2" },
  foot: { color: "ink3" },
  box: { "background-color": "sunken" },
  rule: { "border-color": "line" },
  filled: { color: "brandInk", "background-color": "brand", "border-color": "brand" },
  edged: { color: "ink", "border-color": "edge" },
  heart: { color: "sun", "background-color": "brand" },
  urgent: { "background-color": "lost" },
} as const satisfies Record<string, Record<string, keyof typeof light>>;

const declare = (name: keyof typeof classes, palette: Record<keyof typeof light, string>, end: string) =>
  Object.entries(classes[name])
    .map(([property, token]) => `${property}:${palette[token]}${end}`)
    .join(";");

/**
 * Attributes of an element with a class's colours: the light ones in place, since some mail programs drop the style
 * sheet, and the name by which the style sheet sets the dark ones.
 */
const look = (name: keyof typeof classes, style: string) =>
  `class="${name}" style="${declare(name, light, "")};${style}"`;

const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${Object.keys(classes)
  .map((name) => `.${name}{${declare(name as keyof typeof classes, dark, "!important")}}`)
  .join("")}}
@media (max-width:480px){.pad{padding:20px!important}.button{display:block!important;text-align:center!important}.buttons,.buttons td{width:100%}.buttons td{display:block!important;padding-inline-end:0!important}}`;

/** A table that only places its cells; Outlook knows no other way to give a box a width. */
const table = (attributes: string, cells: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${attributes}>${cells}</table>`;

/** Renders the buttons side by side, below each other on a phone. The main one is filled, unless a code is what counts. */
function renderButtons({ code, action }: EmailParts, actions: readonly EmailAction[]): string {
  if (actions.length === 0) return "";
  const cells = actions.map((one) => {
    const { label, url } = one;
    const style =
      "display:inline-block;border-width:1.5px;border-style:solid;text-decoration:none;font-weight:600;padding:13px 26px;border-radius:999px";
    const link = look(one === action && !code ? "filled" : "edged", style).replace('class="', 'class="button ');
    return `<td style="padding:0 0 10px;padding-inline-end:8px"><a href="${escapeHtml(url)}" ${link}>${escapeHtml(label)}</a></td>`;
  });
  return `<table role="presentation" class="buttons" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 -10px"><tr>${cells.join("")}</tr></table>`;
}

const renderFacts = (facts: NonNullable<EmailParts["facts"]>) =>
  table(
    'style="font-size:15px"',
    facts
      .map(
        ({ term, detail }) =>
          `<tr><td ${look("soft", "padding:5px 0;padding-inline-end:16px;vertical-align:top;white-space:nowrap")} width="1">${escapeHtml(term)}</td><td style="padding:5px 0;font-weight:600"><bdi>${lines(detail)}</bdi></td></tr>`,
      )
      .join(""),
  );

/** Renders lines of a list, such as an order's or an address's, each in its own direction; an empty line separates groups. */
const renderDetails = (details: string) =>
  details
    .split("\n\n")
    .map(
      (group) =>
        `<div ${look("rule", "border-top-width:1px;border-top-style:solid;padding:12px 0;font-size:15px")}>${group
          .split("\n")
          .map((line) => `<bdi>${escapeHtml(line)}</bdi>`)
          .join("<br>")}</div>`,
    )
    .join("\n");

/** Characters without a width: mailboxes fill the rest of their preview with the text that follows otherwise. */
const filler = "&#847;&zwnj;&nbsp;".repeat(80);

/**
 * Renders an e-mail as text and HTML in the reader's language and direction, in both palettes. The preview that
 * mailboxes show next to the subject is the text after the headline.
 */
export function renderEmail(parts: EmailParts): Email {
  const { language, subject, paragraphs, quote, code, details, facts = [], picture, footer, manage } = parts;
  const direction = directionOf(language);
  const actions = [parts.action, parts.second].filter((one) => one !== undefined);
  const preview = cutText(
    [...paragraphs, ...(quote ? [quote] : []), ...facts.map(({ detail }) => detail)].join(" ").replace(isolates, ""),
    140,
  );
  const text = [
    subject,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(quote ? [quote.replace(/^/gm, "> ")] : []),
    ...(details ? [details] : []),
    ...(facts.length > 0 ? [facts.map(({ term, detail }) => `${term}: ${detail}`).join("\n")] : []),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    footer,
    ...(manage ? [`${manage.label}:\n${manage.url}`] : []),
  ].join("\n\n");
  const content = [
    picture &&
      `<p style="margin:0 0 14px"><img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="96" height="96" style="border-radius:50%;object-fit:cover;display:block"></p>`,
    `<h1 style="margin:0 0 14px;font-size:22px;line-height:1.35;font-weight:600">${linesWithCodes(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${linesWithCodes(paragraph)}</p>`),
    code &&
      `<p dir="ltr" ${look("box", "margin:0 0 16px;padding:14px;border-radius:12px;font-size:30px;line-height:1.2;font-weight:700;letter-spacing:6px;text-align:center")}>${escapeHtml(code)}</p>`,
    quote &&
      `<blockquote dir="auto" ${look("box", "margin:0 0 16px;padding:12px 16px;border-radius:12px")}>${lines(quote)}</blockquote>`,
    details && renderDetails(details),
    facts.length > 0 && renderFacts(facts),
    renderButtons(parts, actions),
  ];
  const name = language === "ar" ? "أليف" : "Aleef";
  const html = `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(headerLine(subject))}</title><style>${styleSheet}</style></head>
<body ${look("page", "margin:0;padding:0")}>
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${filler}</div>
${table(
  look("page", "font:16px/1.6 -apple-system,'Segoe UI',Roboto,'Noto Sans Arabic',Tahoma,sans-serif"),
  `<tr><td align="center" style="padding:24px 12px">
<div dir="${direction}" style="max-width:560px;text-align:start">
<p ${look("name", "font-size:20px;font-weight:700;margin:0 4px 16px")}><span ${look("heart", "display:inline-block;width:30px;height:30px;line-height:30px;border-radius:50%;text-align:center;font-size:17px;margin-inline-end:9px")} aria-hidden="true">♥</span>${name}</p>
<div ${look("card", "border-width:1px;border-style:solid;border-radius:16px;overflow:hidden;word-break:break-word;overflow-wrap:anywhere")}>
${parts.isUrgent ? `<div ${look("urgent", "height:5px;font-size:0;line-height:0")}>&nbsp;</div>` : ""}
<div class="pad" style="padding:28px">
${content.filter(Boolean).join("\n")}
</div></div>
<p ${look("foot", "font-size:13px;margin:16px 4px")}>${lines(footer)}${manage ? ` <a href="${escapeHtml(manage.url)}" ${look("foot", "text-decoration:underline")}>${escapeHtml(manage.label)}</a>` : ""}</p>
</div></td></tr>`,
)}
</body></html>`;
  return { to: parts.to, subject: headerLine(subject), text, html, ...(parts.key ? { key: parts.key } : {}) };
}
