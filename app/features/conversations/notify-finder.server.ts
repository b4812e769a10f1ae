import { eq } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isWithinLimit } from "#app/platform/http/limits/limits.server.ts";
import { signId } from "#app/platform/http/signed-id.server.ts";
import { nameInEmail } from "#app/platform/i18n/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { takesMessages } from "./conversations.rules.ts";
import { conversations, messages } from "./conversations.tables.server.ts";

type Conversation = typeof conversations.$inferSelect;

const queue = "conversations.answer-email";

/** At most one e-mail per conversation in 10 minutes; it links to the page that shows all messages. */
const perConversation = { name: "answer-email", points: 1, span: 600 };
/** Limits e-mails per address (6 a day), since finders and writers can enter someone else's address. */
const perAddress = { name: "answer-email-address", points: 6, span: 24 * 3_600 };

/**
 * Limits answers relayed to WhatsApp, of one owner and to one number: they are paid from the daily budget that the
 * messages to all owners share, and an owner may answer themselves.
 */
const relays = {
  owner: { name: "whatsapp-relays", points: 200, span: 24 * 3_600 },
  number: { name: "whatsapp-relays-to", points: 60, span: 24 * 3_600 },
};

export interface FinderUpdate {
  /** Idempotency key: a retry sends no second e-mail. */
  id: string;
  conversationId: string;
  kind: "message" | "onTheWay";
}

/** Queues the finder's notification of the owner's answer, in the caller's transaction. */
export async function notifyFinder(tx: AppContext, answer: FinderUpdate): Promise<void> {
  await tx.jobs.send(tx.db, queue, answer);
}

/** Returns the e-mail address in a finder's contact, lowercased; null for a phone number or other text. */
export function findEmail(contact: string | null): string | null {
  return z.email().safeParse(contact?.trim().toLowerCase()).data ?? null;
}

/** Counts an e-mail about a conversation; returns whether it may be sent, or one has just been. */
export async function isConversationEmailAllowed({ limits }: AppContext, conversation: string): Promise<boolean> {
  return isWithinLimit(limits, perConversation, conversation);
}

/** Lets the next e-mail about a conversation be sent at once. */
export async function allowConversationEmail({ limits }: AppContext, conversation: string): Promise<void> {
  await limits.clear(perConversation, conversation);
}

/**
 * Counts an e-mail about a conversation to an address that nobody has confirmed; returns whether it may be sent: one per
 * conversation in 10 minutes, and six a day to one address.
 */
export async function isAnswerEmailAllowed(ctx: AppContext, conversation: string, address: string): Promise<boolean> {
  return (
    (await isConversationEmailAllowed(ctx, conversation)) && (await isWithinLimit(ctx.limits, perAddress, address))
  );
}

async function isRelayAllowed({ limits }: AppContext, { ownerId, id }: Conversation, number: string): Promise<boolean> {
  return (
    (await isWithinLimit(limits, relays.owner, ownerId ?? id)) && (await isWithinLimit(limits, relays.number, number))
  );
}

/**
 * Relays the owner's answer to a finder who writes on WhatsApp, at most sixty a day to one number. Neither side sees the
 * other's number.
 */
async function relayToWhatsapp(
  ctx: AppContext,
  { id, kind }: FinderUpdate,
  conversation: Conversation,
  isFirstAttempt: boolean,
): Promise<void> {
  const { finderWhatsapp: to, finderLanguage: language, about, ownerId } = conversation;
  if (!to || (isFirstAttempt && !(await isRelayAllowed(ctx, conversation, to)))) return;
  const t = ctx.translator(language);
  const [message] = kind === "message" ? await ctx.db.select().from(messages).where(eq(messages.id, id)) : [];
  const body = message?.body ?? t("conversations.answerEmail.text.onTheWay", { name: about });
  const from = about ? t("conversations.family", { petName: about }) : t("conversations.owner");
  const params = [from, body, getStatusUrl(ctx, conversation.id)];
  await transaction(ctx, (tx) =>
    sendPhoneMessage(tx, { subject: `answer:${id}`, to, userId: ownerId, language, template: "relay", params }),
  );
}

/** Returns the URL of the finder's own page. */
function getStatusUrl(ctx: AppContext, conversationId: string): string {
  return `${ctx.settings.publicUrl}${href("/f/:key", { key: signId(ctx, "talk", conversationId) })}`;
}

/**
 * Notifies a finder that the owner answered: by WhatsApp if they write from there, and by e-mail if they left an
 * address. Both link to the finder's page. The e-mail does not quote the owner, since the address is not verified.
 */
export const finderEmailJob = defineJob<AppContext, FinderUpdate>(
  queue,
  { retryLimit: 12, retryDelay: 2, retryDelayMax: 900 },
  async (ctx, { id, conversationId, kind }, { attempt }) => {
    const [conversation] = await ctx.db.select().from(conversations).where(eq(conversations.id, conversationId));
    if (!conversation || !takesMessages(conversation.state)) return;
    await relayToWhatsapp(ctx, { id, conversationId, kind }, conversation, attempt === 1);
    const to = findEmail(conversation.finderContact);
    if (!to) return;
    // Rate limits are counted on the first attempt only, so that retries after an outage are not rejected.
    if (attempt === 1 && !(await isAnswerEmailAllowed(ctx, `${kind} ${conversationId}`, to))) return;
    const { finderLanguage: language } = conversation;
    const t = ctx.translator(language);
    const name = (conversation.about && nameInEmail(conversation.about)) || t("conversations.answerEmail.tag");
    await ctx.mail.send(
      renderEmail({
        to,
        language,
        subject: t(`conversations.answerEmail.subject.${kind}`, { name }),
        paragraphs: [t(`conversations.answerEmail.text.${kind}`, { name })],
        action: {
          label: t("conversations.answerEmail.open"),
          url: getStatusUrl(ctx, conversationId),
        },
        footer: t("conversations.answerEmail.footer", { name }),
        key: id,
      }),
    );
  },
);
