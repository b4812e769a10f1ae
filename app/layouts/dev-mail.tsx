import { appContext } from "#app/platform/http/request-info.server.ts";
import { escapeHtml } from "#app/platform/mail/email.server.ts";
import { listOutboxEmails } from "#app/platform/mail/mailer.server.ts";
import type { Route } from "./+types/dev-mail";

/** The local outbox, newest first, for whoever develops; anywhere else there is no such page. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  if (ctx.settings.mode !== "development" || ctx.mail.kind !== "outbox")
    return new Response("Not found", { status: 404 });
  const emails = await listOutboxEmails(ctx.settings.dataDir);
  const items = emails.map(
    (message) =>
      `<article><h2>${escapeHtml(message.subject)}</h2><p>${escapeHtml(message.to)} · ${message.at}</p><iframe srcdoc="${escapeHtml(message.html)}" sandbox="allow-popups allow-top-navigation-by-user-activation" width="640" height="420"></iframe></article>`,
  );
  return new Response(
    `<!doctype html><meta charset="utf-8"><title>Outbox</title><h1>Outbox</h1>${items.join("") || "<p>No e-mail yet.</p>"}`,
    {
      headers: { "content-type": "text/html; charset=utf-8" },
    },
  );
}
