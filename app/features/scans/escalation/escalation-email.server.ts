import { eq } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { findPhoneNumber } from "#app/features/phone/consent.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { signId } from "#app/platform/http/signed-id.server.ts";
import { nameInEmail } from "#app/platform/i18n/text/plain-text.ts";
import { defineJob, type JobAttempt } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { escalationSteps, escalations } from "../scans.tables.server.ts";

const helpEmailQueue = "scans.send-help-email";

/** Returns the path of the page on which a contact can say "I'm on it", valid for this step only. */
export function getHelpPath(ctx: AppContext, stepId: string): string {
  return href("/help/:key", { key: signId(ctx, "help", stepId) });
}

/** Queues the e-mail to an emergency contact, with a higher priority than automated notifications. */
export async function sendHelpEmail(tx: AppContext, stepId: string): Promise<void> {
  await tx.db.update(escalationSteps).set({ emailState: "waiting" }).where(eq(escalationSteps.id, stepId));
  await tx.jobs.send(tx.db, helpEmailQueue, { stepId }, { priority: 20 });
}

/** Queues a WhatsApp message to an emergency contact's number, with SMS as the fallback. */
export async function sendHelpMessage(
  tx: AppContext,
  { id, name, phone }: { id: string; name: string; phone: string },
  { about, ownerId }: { about: string; ownerId: string | null },
): Promise<void> {
  const [owner] = ownerId ? await tx.db.select().from(users).where(eq(users.id, ownerId)) : [];
  if (!owner) return;
  const phoneNumber = await findPhoneNumber(tx, phone);
  await sendPhoneMessage(tx, {
    subject: `step:${id}`,
    to: phone,
    userId: owner.id,
    language: phoneNumber?.language ?? owner.language,
    template: "help",
    params: [
      nameInEmail(name),
      nameInEmail(owner.firstName || owner.name),
      nameInEmail(about),
      `${tx.settings.publicUrl}${getHelpPath(tx, id)}`,
    ],
  });
}

/** Sends the e-mail to an emergency contact, in the owner's language. Sends none when the escalation has stopped. */
async function renderHelpEmail(ctx: AppContext, { stepId }: { stepId: string }, { isLast }: JobAttempt): Promise<void> {
  const [row] = await ctx.db
    .select({ step: escalationSteps, stoppedAt: escalations.stoppedAt, conversation: conversations, owner: users })
    .from(escalationSteps)
    .innerJoin(escalations, eq(escalations.conversationId, escalationSteps.conversationId))
    .innerJoin(conversations, eq(conversations.id, escalationSteps.conversationId))
    .innerJoin(users, eq(users.id, escalations.ownerId))
    .where(eq(escalationSteps.id, stepId));
  if (!row?.step.email || row.stoppedAt) return;
  const { step, conversation, owner } = row;
  const to = row.step.email;
  const { language } = owner;
  const t = ctx.translator(language);
  const values = {
    name: nameInEmail(conversation.about),
    owner: nameInEmail(owner.firstName || owner.name),
    contact: nameInEmail(step.name),
  };
  const email = renderEmail({
    to,
    language,
    isUrgent: true,
    subject: t("finderPage.help.subject", values),
    paragraphs: [t("finderPage.help.greeting", values), t("finderPage.help.emailText", values)],
    action: { label: t("finderPage.help.open"), url: `${ctx.settings.publicUrl}${getHelpPath(ctx, step.id)}` },
    footer: t("finderPage.help.footer", values),
    key: step.id,
  });
  await ctx.mail.send(email).catch(async (error: unknown) => {
    if (isLast) await setEmailState(ctx, row, "failed");
    throw error;
  });
  await setEmailState(ctx, row, "sent");
}

async function setEmailState(
  ctx: AppContext,
  { step, owner }: { step: { id: string }; owner: { id: string } },
  emailState: "sent" | "failed",
): Promise<void> {
  await ctx.db.update(escalationSteps).set({ emailState }).where(eq(escalationSteps.id, step.id));
  await notifyListeners(ctx, [{ user: owner.id }]);
}

export const helpEmailJob = defineJob<AppContext, { stepId: string }>(
  helpEmailQueue,
  { data: z.object({ stepId: z.uuid() }), retryLimit: 30, retryDelay: 2, retryDelayMax: 900, expireInSeconds: 60 },
  renderHelpEmail,
);
