import { and, eq, gt, isNotNull, isNull, lt, notExists } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { findPhoneNumber } from "#app/features/phone/consent.server.ts";
import { sendPhoneMessage, sendReply } from "#app/features/phone/phone-messages.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { signId } from "#app/platform/http/signed-id.server.ts";
import { productLanguageOf } from "#app/platform/i18n/finder-languages.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { nameInEmail } from "#app/platform/i18n/text/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { acceptsMessages } from "./conversations.rules.ts";
import { conversations, messageAttachments, messages, photoRequests } from "./conversations.tables.server.ts";
import { formatMessage } from "./translate-quick-replies.server.ts";

type Conversation = typeof conversations.$inferSelect;

const queue = "conversations.send-finder-email";

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

const finderUpdate = z.object({
  /** Idempotency key: a retry sends no second e-mail. */
  id: z.string(),
  conversationId: z.uuid(),
  kind: z.enum(["message", "onTheWay"]),
  /** Language in which the owner wrote on WhatsApp, and is told there whether it is relayed. */
  whatsappLanguage: z.enum(languages).optional(),
  /** The channels by which to relay it; missing until its limits have been counted. */
  channels: z.array(z.enum(["whatsapp", "email"])).optional(),
});
export type FinderUpdate = z.output<typeof finderUpdate>;

/** Queues the finder's notification of the owner's answer, in the caller's transaction. */
export async function notifyFinder(tx: AppContext, answer: FinderUpdate): Promise<void> {
  await tx.jobs.send(tx.db, queue, answer);
}

/** Returns the e-mail address in a finder's contact, lowercased; null for a phone number or other text. */
export function findEmail(contact: string | null): string | null {
  return z.email().safeParse(contact?.trim().toLowerCase()).data ?? null;
}

/** Resets the limit of e-mails about a conversation, so that the next one is sent at once. */
export async function resetConversationEmailLimit({ limits }: AppContext, conversation: string): Promise<void> {
  await limits.clear(perConversation, conversation);
}

/**
 * Counts an e-mail about a conversation, and returns whether to send it: one in 10 minutes (`recent` beyond), and six a
 * day to an address that nobody has confirmed (`overDay` beyond).
 */
export async function countConversationEmail(
  { limits }: AppContext,
  conversation: string,
  { unconfirmed }: { unconfirmed?: string } = {},
): Promise<"send" | "recent" | "overDay"> {
  if (!(await isWithinLimit(limits, perConversation, conversation))) return "recent";
  return !unconfirmed || (await isWithinLimit(limits, perAddress, unconfirmed)) ? "send" : "overDay";
}

/** Records whether the owner's latest message was left out because of a daily limit; returns whether that is new. */
export async function markRelayed(
  { db, clock }: AppContext,
  conversationId: string,
  isSent: boolean,
): Promise<boolean> {
  const changed = await db
    .update(conversations)
    .set({ notRelayedAt: isSent ? null : clock.now() })
    .where(
      and(
        eq(conversations.id, conversationId),
        isSent ? isNotNull(conversations.notRelayedAt) : isNull(conversations.notRelayedAt),
      ),
    )
    .returning({ ownerId: conversations.ownerId });
  const ownerId = changed[0]?.ownerId;
  if (ownerId) await notifyListeners({ db }, [{ user: ownerId }]);
  return changed.length > 0;
}

/** Returns whether the finder has stopped messages to the number from which they write. */
export async function hasFinderStopped(
  ctx: Pick<AppContext, "db">,
  { finderWhatsapp: number }: Pick<Conversation, "finderWhatsapp">,
): Promise<boolean> {
  return number !== null && (await findPhoneNumber(ctx, number))?.consent === "stopped";
}

/** Returns whether the owner has stopped messages to their phone since the conversation began. */
export async function hasOwnerStopped(
  { db }: Pick<AppContext, "db">,
  { ownerId, createdAt }: Pick<Conversation, "ownerId" | "createdAt">,
): Promise<boolean> {
  if (!ownerId) return false;
  const [owner] = await db.select({ number: users.verifiedPhone }).from(users).where(eq(users.id, ownerId));
  const phone = owner?.number ? await findPhoneNumber({ db }, owner.number) : null;
  return phone?.consent === "stopped" && phone.consentAt !== null && phone.consentAt >= createdAt;
}

async function isRelayAllowed({ limits }: AppContext, { ownerId, id }: Conversation, number: string): Promise<boolean> {
  return (
    (await isWithinLimit(limits, relays.owner, ownerId ?? id)) && (await isWithinLimit(limits, relays.number, number))
  );
}

/** Relays the owner's answer to a finder who writes on WhatsApp. Neither side sees the other's number. */
async function relayToWhatsapp(ctx: AppContext, { id, kind }: FinderUpdate, conversation: Conversation): Promise<void> {
  const { finderWhatsapp: to, finderLanguage, about, ownerId } = conversation;
  if (!to) return;
  const language = productLanguageOf(finderLanguage);
  const t = ctx.translator(language);
  const [message] =
    kind === "message"
      ? await ctx.db
          .select({
            body: messages.body,
            attachment: { kind: messageAttachments.kind },
            photoWords: photoRequests.words,
          })
          .from(messages)
          .leftJoin(messageAttachments, eq(messageAttachments.messageId, messages.id))
          .leftJoin(photoRequests, eq(photoRequests.messageId, messages.id))
          .where(eq(messages.id, id))
      : [];
  const body = message
    ? formatMessage(message, finderLanguage)
    : t("conversations.answerEmail.text.onTheWay", { name: about });
  const from = about ? t("conversations.family", { petName: about }) : t("conversations.owner");
  const params = [from, body, getStatusUrl(ctx, conversation.id)];
  await withTransaction(ctx, (tx) =>
    sendPhoneMessage(tx, { subject: `answer:${id}`, to, userId: ownerId, language, template: "relay", params }),
  );
}

/** Returns the URL of the finder's own page. */
export function getStatusUrl(ctx: AppContext, conversationId: string): string {
  return `${ctx.settings.publicUrl}${href("/f/:key", { key: signId(ctx, "talk", conversationId) })}`;
}

/**
 * Counts an answer against the limits, once, and queues it for the channels within them. An answer that a daily limit
 * or the finder's own stop keeps from their only channels is recorded, so that the owner is told.
 */
async function chooseChannels(ctx: AppContext, answer: FinderUpdate, conversation: Conversation): Promise<void> {
  const { finderWhatsapp: number, finderContact } = conversation;
  const to = findEmail(finderContact);
  const emailKey = `${answer.kind} ${conversation.id}`;
  const isStopped = await hasFinderStopped(ctx, conversation);
  const whatsapp =
    number && (isStopped ? "stopped" : (await isRelayAllowed(ctx, conversation, number)) ? "send" : "overDay");
  const email = to && (await countConversationEmail(ctx, emailKey, { unconfirmed: to }));
  const channels: FinderUpdate["channels"] = [];
  if (whatsapp === "send") channels.push("whatsapp");
  if (email === "send") channels.push("email");
  const isLeftOut = channels.length === 0 && (whatsapp === "overDay" || isStopped || email === "overDay");
  await withTransaction(ctx, async (tx) => {
    if (channels.length > 0) await notifyFinder(tx, { ...answer, channels });
    const isNew = (channels.length > 0 || isLeftOut) && (await markRelayed(tx, conversation.id, !isLeftOut));
    if (isNew || !isLeftOut) await replyToOwner(tx, answer, conversation, { isLeftOut, isStopped });
  }).catch(async (error: unknown) => {
    // A retry would otherwise take this e-mail for a second one within 10 minutes.
    if (email && email !== "recent") await resetConversationEmailLimit(ctx, emailKey);
    throw error;
  });
}

/** Replies to an owner who wrote on WhatsApp: that the finder gets the answer (once), or that it is not relayed. */
async function replyToOwner(
  tx: AppContext,
  { id, whatsappLanguage: language }: FinderUpdate,
  { id: conversationId, ownerId, about }: Conversation,
  { isLeftOut, isStopped }: { isLeftOut: boolean; isStopped: boolean },
): Promise<void> {
  if (!language || !ownerId) return;
  const [owner] = await tx.db.select({ number: users.verifiedPhone }).from(users).where(eq(users.id, ownerId));
  if (!owner?.number) return;
  const t = tx.translator(language);
  const passedOn = t(about ? "finderPage.whatsapp.passedOn" : "finderPage.whatsapp.passedOnOther", { name: about });
  await sendReply(tx, {
    subject: isLeftOut ? `notRelayed:${id}` : `passed:${conversationId}`,
    to: owner.number,
    userId: ownerId,
    language,
    text: isLeftOut
      ? t(isStopped ? "conversations.stoppedReply" : "conversations.notRelayedReply", { name: about })
      : passedOn,
  });
}

/**
 * Notifies a finder that the owner answered: by WhatsApp if they write from there, and by e-mail if they left an
 * address. Both link to the finder's page. The e-mail does not quote the owner, since the address is not verified.
 */
export const finderEmailJob = defineJob<AppContext, FinderUpdate>(
  queue,
  { data: finderUpdate, retryLimit: 12, retryDelay: 2, retryDelayMax: 900 },
  async (ctx, answer) => {
    const { id, conversationId, kind, channels } = answer;
    const [conversation] = await ctx.db.select().from(conversations).where(eq(conversations.id, conversationId));
    if (!conversation || !acceptsMessages(conversation.state)) return;
    if (!channels) return chooseChannels(ctx, answer, conversation);
    if (channels.includes("whatsapp")) await relayToWhatsapp(ctx, answer, conversation);
    const to = findEmail(conversation.finderContact);
    if (!to || !channels.includes("email")) return;
    const language = productLanguageOf(conversation.finderLanguage);
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

/** Removes the numbers of finders whose conversations had no message for 30 days. */
export async function purgeFinderNumbers({ db, clock }: AppContext): Promise<void> {
  const before = clock.ago(30 * dayMs);
  const recent = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), gt(messages.createdAt, before)));
  await db
    .update(conversations)
    .set({ finderWhatsapp: null })
    .where(and(isNotNull(conversations.finderWhatsapp), lt(conversations.createdAt, before), notExists(recent)));
}
