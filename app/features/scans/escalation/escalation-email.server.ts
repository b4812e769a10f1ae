import { eq } from "drizzle-orm";
import { href } from "react-router";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { signId } from "#app/platform/http/signed-id.server.ts";
import { nameInEmail } from "#app/platform/i18n/plain-text.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { escalationSteps, escalations } from "../scans.tables.server.ts";

export const helpEmailQueue = "scans.help-email";

/** Where a contact says that they are on it: their own address, good for this one step. */
export function getHelpPath(ctx: AppContext, stepId: string): string {
  return href("/help/:key", { key: signId(ctx, "help", stepId) });
}

/** The e-mail to an emergency contact, in the owner's language. Who is not needed any more by now gets none. */
async function renderHelpEmail(ctx: AppContext, { stepId }: { stepId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ step: escalationSteps, stoppedAt: escalations.stoppedAt, conversation: conversations, owner: users })
    .from(escalationSteps)
    .innerJoin(escalations, eq(escalations.conversationId, escalationSteps.conversationId))
    .innerJoin(conversations, eq(conversations.id, escalationSteps.conversationId))
    .innerJoin(users, eq(users.id, escalations.ownerId))
    .where(eq(escalationSteps.id, stepId));
  if (!row || row.stoppedAt) return;
  const { step, conversation, owner } = row;
  const { language } = owner;
  const t = ctx.translator(language);
  const values = {
    name: nameInEmail(conversation.about),
    owner: nameInEmail(owner.firstName || owner.name),
    contact: nameInEmail(step.name),
  };
  await ctx.mail.send(
    renderEmail({
      to: step.email,
      language,
      subject: t("finderPage.help.subject", values),
      paragraphs: [t("finderPage.help.greeting", values), t("finderPage.help.emailText", values)],
      action: { label: t("finderPage.help.open"), url: `${ctx.settings.publicUrl}${getHelpPath(ctx, step.id)}` },
      footer: t("finderPage.help.footer", values),
      key: step.id,
    }),
  );
}

export const helpEmailJob = jobKind<AppContext, { stepId: string }>(
  helpEmailQueue,
  { retryLimit: 30, retryDelay: 2, retryDelayMax: 900, expireInSeconds: 60 },
  renderHelpEmail,
);
