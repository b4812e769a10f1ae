import { eq } from "drizzle-orm";
import * as z from "zod";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import type { Limit } from "#app/platform/limits/limits.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import type { UserEmailForm } from "./admin-users.forms.server.ts";

const perAdmin: Limit = { name: "admin-emails", points: 30, span: 3_600 };
const perUser: Limit = { name: "admin-emails-to", points: 5, span: 86_400 };

const queue = "admin.send-user-email";

const emailJob = z.object({
  subject: z.string(),
  body: z.string(),
  /** Constant across retries, so that a repeated delivery can be recognised. */
  id: z.uuid(),
  userId: z.uuid(),
});
type EmailJob = z.output<typeof emailJob>;

/**
 * Sends a user an e-mail from an administrator, framed in the user's language and retried while the mail server is
 * unavailable. Rejects an unverified address, more than 30 e-mails an hour by one administrator, and more than 5 a day
 * to one user. The audit log records the subject.
 */
export async function sendUserEmail(ctx: AppContext, admin: Actor, userId: string, form: UserEmailForm): Promise<void> {
  requireAdmin(admin);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound();
  if (!user.email || !user.emailVerified) throw new AppError("adminUsers.sendEmail.unconfirmed", 409);
  await ctx.limits.take(perUser, user.id);
  await ctx.limits.take(perAdmin, admin.id);
  await withTransaction(ctx, async (tx) => {
    await tx.jobs.send(tx.db, queue, { ...form, id: createId(), userId: user.id } satisfies EmailJob);
    await recordChange(tx, admin, {
      action: "user.email",
      subject: { kind: "user", id: user.id, name: user.name },
      after: { subject: form.subject },
    });
  });
}

export const userEmailJob = defineJob<AppContext, EmailJob>(
  queue,
  { data: emailJob, retryLimit: 12, retryDelay: 2, retryDelayMax: 3_600, deleteWhenDone: true },
  async (ctx, { id, userId, subject, body }) => {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
    if (!user?.email || !user.emailVerified) return;
    const t = ctx.translator(user.language);
    const message = renderEmail({
      to: user.email,
      language: user.language,
      subject,
      paragraphs: [t("adminUsers.sendEmail.hello", { name: `\u2068${user.firstName || user.name}\u2069` }), body],
      footer: t("adminUsers.sendEmail.footer"),
      key: id,
    });
    const { contactEmail } = readSiteSettings(ctx).site;
    await ctx.mail.send({ ...message, ...(contactEmail && { replyTo: contactEmail }) });
  },
);
