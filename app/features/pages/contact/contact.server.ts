import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { hasPrioritySupport, plans } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createLineField, createTextField, emailLine } from "#app/platform/http/forms/fields.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import type { Limit } from "#app/platform/limits/limits.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { maxLengths, topics } from "./contact.rules.ts";

export const contactForm = z.object({
  name: createLineField(maxLengths.name).min(1),
  email: emailLine,
  topic: z.enum(topics),
  body: createTextField(maxLengths.body).min(1),
});
type ContactForm = z.output<typeof contactForm>;

const perNetwork: Limit = { name: "contact-network", points: 5, span: 3_600, isPerNetwork: true };
const queue = "pages.send-contact-message";

const contactEmail = z.object({
  name: z.string(),
  email: z.string(),
  topic: z.enum(topics),
  body: z.string(),
  /** The same for every attempt, so that repeated deliveries can be recognized. */
  id: z.uuid(),
  to: z.string(),
  /** The recipient's language. */
  language: z.enum(languages),
  /** The writer's plan, if it includes priority support. */
  plan: z.enum(plans).optional(),
});
type ContactEmail = z.output<typeof contactEmail>;

/** Returns the recipients of contact messages: the address in the settings, or every administrator while there is none. */
async function listRecipients(ctx: Pick<AppContext, "db" | "siteSettings">) {
  const { contactEmail } = readSiteSettings(ctx).site;
  if (contactEmail) return [{ to: contactEmail, language: "en" as const }];
  return ctx.db
    .select({ to: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.emailVerified, true), isNull(users.suspendedAt)));
}

/**
 * Sends a visitor's message as an e-mail to every recipient, retried while the mail server is down; replies go to the
 * visitor. At most 5 an hour from one network. Messages of accounts whose plan has priority support are marked and go
 * first.
 */
export async function sendContactMessage(
  ctx: AppContext,
  writer: Actor | null,
  form: ContactForm,
  address: string,
): Promise<void> {
  await ctx.limits.take(perNetwork, getNetwork(address));
  const id = createId();
  const plan = writer && (await getPlan(ctx, writer));
  const hasPriority = plan !== null && hasPrioritySupport(plan);
  await withTransaction(ctx, async (tx) => {
    for (const { to, language } of await listRecipients(tx))
      await tx.jobs.send(
        tx.db,
        queue,
        { ...form, id, to, language: language ?? "en", ...(hasPriority && { plan }) },
        { priority: hasPriority ? 10 : 0 },
      );
  });
}

export const contactJob = defineJob<AppContext, ContactEmail>(
  queue,
  { data: contactEmail, retryLimit: 12, retryDelay: 2, retryDelayMax: 3_600, concurrency: 2 },
  async (ctx, { id, to, language, plan, topic: topicKey, name, email, body }) => {
    const t = ctx.translator(language);
    const topic = t(`pages.contact.topics.${topicKey}`);
    const subject = plan
      ? t("pages.contact.message.prioritySubject", { plan: t(`plans.names.${plan}`), topic })
      : t("pages.contact.message.subject", { topic });
    const message = renderEmail({
      to,
      language,
      subject,
      paragraphs: [t("pages.contact.message.from", { name, email })],
      quote: body,
      footer: t("pages.contact.message.footer"),
      key: `${id}.${Buffer.from(to).toString("base64url")}`,
    });
    await ctx.mail.send({ ...message, replyTo: email });
  },
);
