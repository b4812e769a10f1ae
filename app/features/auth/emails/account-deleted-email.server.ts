import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";

interface AccountDeletedEmail {
  to: string;
  name: string;
  language: Language;
}

const queue = "auth.accountDeletedEmail";

/**
 * Queues the last e-mail to a user whose account is being deleted; the job carries the address, which is not stored
 * anywhere else afterwards.
 */
export async function sendAccountDeletedEmail(ctx: AppContext, deletedEmail: AccountDeletedEmail): Promise<void> {
  await ctx.jobs.send(ctx.db, queue, deletedEmail);
}

export const accountDeletedEmailJob = defineJob<AppContext, AccountDeletedEmail>(
  queue,
  { retryLimit: 8, retryDelay: 2, retryDelayMax: 900, keepFor: 60, deleteWhenDone: true },
  async (ctx, { to, name, language }) => {
    const t = ctx.translator(language);
    await ctx.mail.send(
      renderEmail({
        to,
        language,
        subject: t("accountEmails.accountDeleted.subject"),
        paragraphs: [t("accountEmails.hello", { name }), t("accountEmails.accountDeleted.text")],
        action: { label: t("accountEmails.accountDeleted.action"), url: `${ctx.settings.publicUrl}/contact` },
        footer: t("accountEmails.footer"),
      }),
    );
  },
);
