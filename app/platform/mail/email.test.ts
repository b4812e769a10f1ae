// An owner who reads at night would get a white page, or the preview of their mailbox would hide what happened.
import { expect, test } from "vitest";
import { dark } from "../ui/styles/tokens.ts";
import { type EmailParts, renderEmail } from "./email.server.ts";

const parts: EmailParts = {
  to: "mona@example.com",
  language: "en",
  subject: "Karim has found \u2068Luna\u2069\r\nBcc: all@example.com",
  paragraphs: ["They're with Luna and waiting for your answer."],
  code: "204817",
  quote: "<b>She's fine</b>\nCome & get her",
  details: "2 × Classic tag: $11.90\nTotal: $16.90\n\nShips to:\nMaadi",
  facts: [{ term: "Where", detail: 'Road 9 "Maadi"' }],
  action: { label: "Answer", url: "https://aleef.example/a?b=1&c=2" },
  second: { label: "I'm coming", url: "https://aleef.example/b" },
  footer: "You have an account.",
  manage: { label: "Choose your e-mails", url: "https://aleef.example/settings" },
};
const arabic: EmailParts = { ...parts, language: "ar", subject: "كريم وجد لونا" };
const { subject, text, html } = renderEmail(parts);
/** What a mailbox shows next to the subject: the texts of the body in its order. */
const textOf = (source: string) =>
  source
    .slice(source.indexOf("<body"))
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'");

test("the subject is one line without direction marks, and names the event", () => {
  expect(subject).toBe("Karim has found Luna Bcc: all@example.com");
});

test("the preview in a mailbox is the news alone", () => {
  const [preview = ""] = textOf(html).trim().split("&#847;");
  expect(preview).toMatch(/^They're with Luna and waiting for your answer\. /);
  // Mailboxes show up to 140 characters; the rest of them has no width.
  const filler = html.match(/&#847;/g) ?? [];
  expect(filler.length + preview.length).toBeGreaterThanOrEqual(140);
});

test("text and HTML say the same", () => {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => String(url).replaceAll("&amp;", "&"));
  expect(links).toEqual([parts.action?.url, parts.second?.url, parts.manage?.url]);
  for (const url of links) expect(text).toContain(url);
  for (const part of [...parts.paragraphs, "204817", "Total: $16.90", "Maadi", parts.footer]) {
    expect(text).toContain(part);
    expect(textOf(html)).toContain(part);
  }
  expect(text).toContain("> <b>She's fine</b>\n> Come & get her");
  expect(html).toContain("&lt;b&gt;She&#39;s fine&lt;/b&gt;<br>Come &amp; get her");
});

test("each colour has a dark one", () => {
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const sheet = html.slice(html.indexOf("prefers-color-scheme"), html.indexOf("</style>"));
  for (const [tag] of html.slice(html.indexOf("<body")).matchAll(/<[^>]*(?<!max-)(?:color|background):?[^>]*>/g)) {
    const names = /class="([^"]*)"/.exec(tag)?.[1]?.split(" ") ?? [];
    expect(
      names.some((name) => sheet.includes(`.${name}{`)),
      tag,
    ).toBe(true);
  }
  expect(sheet).toContain(dark.surface);
});

test("an Arabic e-mail runs from right to left, except for its code", () => {
  const html = renderEmail(arabic).html;
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toMatch(/<p dir="ltr"[^>]*>204817</);
  // Physical sides would be wrong in one of the directions.
  expect(html).not.toMatch(/(?:margin|padding|border)-(?:left|right)|text-align:(?:left|right)/);
});

test("only what needs an answer now has the red line", () => {
  expect(html).not.toContain('class="urgent"');
  expect(renderEmail({ ...parts, isUrgent: true }).html).toContain('class="urgent"');
});

test("codes stay in one piece, and each line of a list in its own direction", () => {
  const order = renderEmail({ ...arabic, subject: "طلبك AL-26-5NB997", details: "15 Tahrir Street\nالدقي، الجيزة" });
  expect(order.subject).toBe("طلبك AL-26-5NB997");
  expect(order.html).toContain('طلبك <bdi dir="ltr" style="white-space:nowrap">AL-26-5NB997</bdi></h1>');
  expect(order.html).toContain("<bdi>15 Tahrir Street</bdi><br><bdi>الدقي، الجيزة</bdi>");
  expect(order.html).toContain("<title>طلبك AL-26-5NB997</title>");
});
