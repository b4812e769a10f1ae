import { appContext } from "#app/platform/http/request-info.server.ts";
import { escapeHtml } from "#app/platform/mail/email.server.ts";
import { openMailOutbox } from "#app/platform/mail/mailer.server.ts";
import { openPhoneOutbox } from "#app/platform/phone/phone-carriers.server.ts";
import type { Route } from "./+types/dev-mail";

/** Development page with the local outbox of e-mails and phone messages, newest first; 404 elsewhere. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  if (ctx.settings.mode !== "development") return new Response("Not found", { status: 404 });
  const emails = await openMailOutbox(ctx.settings.dataDir).list();
  const items = emails.map(
    (message) =>
      `<article><h2>${escapeHtml(message.subject)}</h2><p>${escapeHtml(message.to)} · ${message.at}</p><iframe srcdoc="${escapeHtml(message.html)}" sandbox="allow-popups allow-top-navigation-by-user-activation" width="640" height="420"></iframe></article>`,
  );
  const messages = (await openPhoneOutbox(ctx.settings.dataDir).list()).map(
    ({ carrier, to, at, language, text, template }) =>
      `<article><h3>${carrier} · ${escapeHtml(to)} · ${at}</h3><p dir="auto" lang="${language}">${escapeHtml(text || `${template?.name}: ${template?.params.join(" · ")}`).replace(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>')}</p></article>`,
  );
  return new Response(
    `<!doctype html><meta charset="utf-8"><title>Outbox</title><h1>WhatsApp and SMS</h1>${messages.join("") || "<p>No message yet.</p>"}<h1>E-mails</h1>${items.join("") || "<p>No e-mail yet.</p>"}`,
    {
      headers: { "content-type": "text/html; charset=utf-8" },
    },
  );
}
