import { and, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import {
  hasFiles,
  type MessageFiles,
  withAttachment,
} from "#app/features/conversations/attachments/attachments.server.ts";
import { acceptsMessages } from "#app/features/conversations/conversations.rules.ts";
import {
  type Conversation,
  createConversationKey,
  getConversationByKey,
  sendOwnerMessage,
} from "#app/features/conversations/conversations.server.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { getStatusUrl } from "#app/features/conversations/notify-finder.server.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { answerContactRequest, findOpenRequest, findPhoneNumber } from "#app/features/phone/consent.server.ts";
import { getTextLanguage, inboundQueue } from "#app/features/phone/hooks/receive.server.ts";
import { readAnswer, readCommand } from "#app/features/phone/phone.rules.ts";
import { phoneInbound, phoneMessages } from "#app/features/phone/phone.tables.server.ts";
import { sendReply } from "#app/features/phone/phone-messages.server.ts";
import { findScanOf } from "#app/features/scans/find-scan.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import {
  createScanToken,
  sendMessageToFamily,
  sendPlace,
  startFinderConversation,
} from "#app/features/scans/submissions/finder-submissions.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { photoMaxBytes } from "#app/platform/files/photos.ts";
import { productLanguageOf } from "#app/platform/i18n/finder-languages.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { reportConversations } from "../reports.tables.server.ts";
import { sendReplyToWriter } from "./report-conversations.server.ts";

/** Scan token or conversation key, in brackets as written by the link, or alone. */
const scanReference = /\[?\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{22})(?![\w-])\]?/;
const conversationReference = /\[?(?<![\w-])([\w-]{43})(?![\w-])\]?/;

type Inbound = typeof phoneInbound.$inferSelect;
type ReceivedMessage = Inbound & { language: Language; files: MessageFiles };

/**
 * Relays a message sent to the platform's number, once: a finder's to the owner, an owner's to the finder or writer. Neither sees
 * the other's number. While a conversation is open, every text but a command to stop is a message to the other side. A
 * command is confirmed; messages that cannot be assigned are answered with instructions.
 */
export const whatsappInboundJob = defineJob<AppContext, { providerId: string }>(
  inboundQueue,
  { data: z.object({ providerId: z.string() }), retryLimit: 10, retryDelayMax: 300 },
  async (ctx, { providerId }) => {
    const files = await fetchFiles(ctx, providerId);
    await withTransaction(ctx, async (tx) => {
      const [inbound] = await tx.db
        .update(phoneInbound)
        .set({ handledAt: tx.clock.now() })
        .where(and(eq(phoneInbound.providerId, providerId), isNull(phoneInbound.handledAt)))
        .returning();
      if (!inbound) return;
      const received = { ...inbound, language: await getLanguage(tx, inbound), files };
      try {
        await withTransaction(tx, (inner) => (inbound.meaning ? confirm(inner, received) : relay(inner, received)));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const code = error.status === 404 ? "finderPage.whatsapp.unknown" : error.code;
        await reply(tx, received, tx.translator(received.language)(code, error.params));
      }
    });
  },
);

/** Gets the photo or voice message from the carrier, before anything is locked; none if the carrier has it no more. */
async function fetchFiles(ctx: AppContext, providerId: string): Promise<MessageFiles> {
  const [inbound] = await ctx.db.select().from(phoneInbound).where(eq(phoneInbound.providerId, providerId));
  const { mediaId, mediaKind, carrier, handledAt } = inbound ?? {};
  if (!mediaId || !mediaKind || !carrier || handledAt) return {};
  const bytes = await ctx.phone[carrier].fetchMedia?.(mediaId, photoMaxBytes);
  return bytes ? { [mediaKind]: new File([new Uint8Array(bytes)], mediaKind) } : {};
}

/**
 * Returns the language of the text; for texts without letters, such as a location, the language that this number used
 * before.
 */
async function getLanguage({ db }: AppContext, { number, body }: Inbound): Promise<Language> {
  if (!body.startsWith("geo:") && /\p{L}/u.test(body)) return getTextLanguage(body);
  const [conversation] = await db
    .select({ language: conversations.finderLanguage })
    .from(conversations)
    .where(eq(conversations.finderWhatsapp, number))
    .orderBy(desc(conversations.id))
    .limit(1);
  if (conversation) return productLanguageOf(conversation.language);
  return (await findPhoneNumber({ db }, number))?.language ?? getTextLanguage(body);
}

/** Confirms a command, or the answer to a request for consent, to who sent it, and shows the other sides. */
async function confirm(tx: AppContext, received: ReceivedMessage): Promise<void> {
  const { meaning, number, userId, body, carrier } = received;
  const t = tx.translator(received.language);
  if (meaning === "answer")
    return reply(tx, received, t(readAnswer(body) === "yes" ? "phone.consent.agreed" : "phone.consent.declined"));
  const asFinder = await listAsFinder(tx, number);
  if (meaning === "start") await reply(tx, received, t("finderPage.whatsapp.resumed"));
  else {
    const [newest] = asFinder.filter(({ state }) => acceptsMessages(state));
    const url = newest ? getStatusUrl(tx, newest.id) : tx.settings.publicUrl;
    const code = newest ? "stopped" : userId ? "stoppedAccount" : "stoppedContact";
    await reply(tx, received, t(`finderPage.whatsapp.${code}`, { url }));
  }
  // The owners' pages show whether an answer still reaches the finder's phone.
  const owners = new Set([userId, ...asFinder.map(({ ownerId }) => ownerId)].filter((id) => id !== null));
  await notifyListeners(
    tx,
    [...owners].map((user) => ({ user })),
  );
  // A word that only the carrier takes for a stop was written to somebody.
  if (meaning === "stop" && readCommand(body, "whatsapp") === null && carrier === "sms") await relay(tx, received);
}

async function relay(tx: AppContext, received: ReceivedMessage): Promise<void> {
  const t = tx.translator(received.language);
  if (received.body === "" && !hasFiles(received.files)) return reply(tx, received, t("finderPage.whatsapp.textOnly"));
  const scanToken = scanReference.exec(received.body);
  if (scanToken) {
    const note = withoutReference(received, scanToken[0]) || t("finderPage.whatsapp.haveOther");
    const from = { address: "", number: received.number, language: received.language };
    const key = await startFinderConversation(tx, scanToken[1] as string, { note }, from);
    if (hasFiles(received.files)) await sendMessageToFamily(tx, key, { body: "", ...received.files }, from);
    return connect(tx, received, await getConversationByKey(tx, key), t);
  }
  const key = conversationReference.exec(received.body);
  if (key) {
    const conversation = await getConversationByKey(tx, key[1] as string);
    const body = withoutReference(received, key[0]);
    if (body || hasFiles(received.files)) await relayFinderMessage(tx, received, conversation, body);
    return connect(tx, received, conversation, t);
  }
  const open = await listOpenConversations(tx, received);
  const [one] = open;
  if (open.length > 1) {
    const { publicUrl } = tx.settings;
    return reply(
      tx,
      received,
      received.carrier === "sms"
        ? t("finderPage.whatsapp.whichOneSms", { url: `${publicUrl}${href("/dashboard/scan-records")}` })
        : t("finderPage.whatsapp.whichOne"),
    );
  }
  if (!one) {
    if (received.meaning) return;
    const answer = readAnswer(received.body);
    const request = answer && (await findOpenRequest(tx, received.number));
    if (answer && request) {
      const { at, language } = received;
      await answerContactRequest(tx, request, { isAgreed: answer === "yes", at, language });
      return reply(tx, received, t(answer === "yes" ? "phone.consent.agreed" : "phone.consent.declined"));
    }
    const today = tx.clock.now().toISOString().slice(0, 10);
    const text = t("finderPage.whatsapp.unread", { url: tx.settings.publicUrl });
    return reply(tx, received, text, `auto:${received.number}:${today}`);
  }
  if (one.side === "finder") {
    await relayFinderMessage(tx, received, one.conversation, received.body);
    return remindOfStop(tx, received, one.conversation);
  }
  await relayOwnerMessage(tx, received, one.conversation);
}

function withoutReference({ body }: ReceivedMessage, reference: string): string {
  return body.replace(reference, "").trim();
}

/** Connects this number with the conversation, so that the owner's answers are sent there. */
async function connect(
  tx: AppContext,
  received: ReceivedMessage,
  { id, about }: Conversation,
  t: Translate,
): Promise<void> {
  await tx.db
    .update(conversations)
    .set({ finderWhatsapp: received.number, finderLanguage: received.language })
    .where(eq(conversations.id, id));
  const family = about ? t("conversations.family", { petName: about }) : t("conversations.owner");
  await reply(tx, received, t("finderPage.whatsapp.connected", { family }));
}

async function relayFinderMessage(
  tx: AppContext,
  { number, files }: ReceivedMessage,
  conversation: Conversation,
  body: string,
): Promise<void> {
  const from = { address: "", number };
  const point = /^geo:(-?[\d.]+),(-?[\d.]+)$/.exec(body);
  if (!point) return sendMessageToFamily(tx, createConversationKey(tx, conversation.id), { body, ...files }, from);
  const scan = await findScanOf(tx, conversation);
  const place = { latitude: Number(point[1]), longitude: Number(point[2]) };
  await sendPlace(tx, createScanToken(tx, scan?.id ?? ""), place, from);
}

/** Tells a finder who stopped messages, and writes on, once a day where they can read the answer. */
async function remindOfStop(tx: AppContext, received: ReceivedMessage, { id }: Conversation): Promise<void> {
  if (received.meaning || (await findPhoneNumber(tx, received.number))?.consent !== "stopped") return;
  const text = tx.translator(received.language)("finderPage.whatsapp.stoppedButWrote", { url: getStatusUrl(tx, id) });
  await reply(tx, received, text, `stopped:${received.number}:${tx.clock.now().toISOString().slice(0, 10)}`);
}

/**
 * Relays an owner's message. The writer about a report is told as of a reply on its page; after one to a finder, once
 * its limits have been counted, the owner is told whether the finder gets it.
 */
async function relayOwnerMessage(tx: AppContext, received: ReceivedMessage, { id }: Conversation) {
  const [actor] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, received.userId ?? ""), isNull(users.suspendedAt)));
  if (!actor) return;
  const point = /^geo:(.+)$/.exec(received.body);
  const body = point ? `https://www.openstreetmap.org/?mlat=${point[1]?.replace(",", "&mlon=")}` : received.body;
  const ofReport = eq(reportConversations.conversationId, id);
  const [about] = await tx.db.select().from(reportConversations).where(ofReport);
  if (about) return sendReplyToWriter(tx, actor, about.reportId, id, body, received.files);
  await withAttachment(tx, id, actor, received.files, (attachment) =>
    sendOwnerMessage(tx, actor, id, body, {
      attachment,
      ...(received.carrier === "whatsapp" && { whatsappLanguage: received.language }),
    }),
  );
}

interface OpenConversation {
  side: "finder" | "owner";
  conversation: Conversation;
}

/**
 * Lists the conversations that a message without a reference may belong to: the one of the message it replies to;
 * otherwise the newest in which this number is the finder, and all with recent messages in which it is the owner.
 */
async function listOpenConversations(
  tx: AppContext,
  { number, userId, repliesTo }: ReceivedMessage,
): Promise<OpenConversation[]> {
  const repliedToId = repliesTo ? await findAnswered(tx, number, repliesTo) : null;
  const isOpen = ({ state }: Conversation) => acceptsMessages(state);
  const asFinder = await listAsFinder(tx, number);
  const asOwner = userId ? await listNotifiedConversations(tx, userId) : [];
  const all: OpenConversation[] = [
    ...asFinder.map((conversation) => ({ side: "finder" as const, conversation })),
    ...asOwner.map((conversation) => ({ side: "owner" as const, conversation })),
  ].filter(({ conversation }) => isOpen(conversation));
  const repliedTo = all.filter(({ conversation }) => conversation.id === repliedToId);
  if (repliedTo.length > 0) return repliedTo.slice(0, 1);
  const newest = all.find(({ side }) => side === "finder");
  return [...(newest ? [newest] : []), ...all.filter(({ side }) => side === "owner")];
}

/** Lists the newest conversations in which this number is the finder. */
function listAsFinder({ db }: AppContext, number: string): Promise<Conversation[]> {
  return db
    .select()
    .from(conversations)
    .where(eq(conversations.finderWhatsapp, number))
    .orderBy(desc(conversations.id))
    .limit(20);
}

/** Returns the conversation that a message sent to this number was about; null for any other message. */
async function findAnswered(tx: AppContext, number: string, providerId: string): Promise<string | null> {
  const [message] = await tx.db
    .select({ subject: phoneMessages.subject })
    .from(phoneMessages)
    .where(and(eq(phoneMessages.providerId, providerId), eq(phoneMessages.number, number)));
  const [kind, id = ""] = message?.subject.split(":") ?? [];
  if (kind === "answer") {
    const [row] = await tx.db
      .select({ id: messages.conversationId })
      .from(messages)
      .where(sql`${messages.id}::text = ${id}`);
    return row?.id ?? id.split(".")[0] ?? null;
  }
  if (kind !== "notification") return null;
  const [row] = await tx.db.select({ topic: notifications.topic }).from(notifications).where(eq(notifications.id, id));
  if (!row) return null;
  const [scan] = await tx.db
    .select({ id: scanRecords.conversationId })
    .from(scanRecords)
    .where(sql`${scanRecords.id}::text = ${row.topic}`);
  return scan?.id ?? row.topic;
}

/** Lists an owner's conversations that started or had a message within 24 hours. */
async function listNotifiedConversations(tx: AppContext, userId: string): Promise<Conversation[]> {
  const since = tx.clock.ago(dayMs);
  const recent = tx.db
    .select({ id: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), gt(messages.createdAt, since)));
  return tx.db
    .select()
    .from(conversations)
    .where(
      and(eq(conversations.ownerId, userId), or(gt(conversations.createdAt, since), inArray(conversations.id, recent))),
    )
    .orderBy(desc(conversations.createdAt))
    .limit(20);
}

async function reply(
  tx: AppContext,
  { providerId, number: to, language, carrier: first }: ReceivedMessage,
  text: string,
  subject = `reply:${providerId}`,
): Promise<void> {
  await sendReply(tx, { subject, to, userId: null, language, first, text });
}
