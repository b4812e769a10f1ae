import { and, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import type { Inbound, Receipt } from "#app/platform/phone/carrier.server.ts";
import { deleteOldCodes } from "../codes.server.ts";
import { answerContactRequest, findAnsweredRequest, resumeMessages, stopMessages } from "../consent.server.ts";
import { markPhoneMessageFailed } from "../deliver-phone-message.server.ts";
import { type inboundMeanings, isNewer, readAnswer, readCommand } from "../phone.rules.ts";
import { phoneInbound, phoneMessages, phoneNumbers } from "../phone.tables.server.ts";
import { type PhoneMessage, updatePhoneMessage } from "../phone-messages.server.ts";

type InboundMeaning = (typeof inboundMeanings)[number];

/** Queue that gets the id of each received message, to answer it or pass it on. */
export const inboundQueue = "phone.handle-inbound";

/**
 * Processes a carrier's receipt. Repeated or out-of-order receipts, those of unknown messages and those older than a
 * week change nothing.
 */
export async function receiveReceipt(ctx: AppContext, receipt: Receipt): Promise<void> {
  if (ctx.clock.now().getTime() - receipt.at.getTime() > 7 * dayMs) return;
  const message = await findReported(ctx, receipt);
  if (!message || !isNewer(message.state, receipt.state)) return;
  if (receipt.state === "failed") {
    await markPhoneMessageFailed(ctx, message, receipt.reason ?? "undelivered");
    await recordReach(ctx, message, { failedAt: receipt.at });
    return;
  }
  // A later receipt that arrived concurrently wins; this one is evaluated again.
  const values = { state: receipt.state, providerId: receipt.providerId, reason: null };
  if (!(await updatePhoneMessage(ctx, message, values))) return receiveReceipt(ctx, receipt);
  if (receipt.state !== "sent") await recordReach(ctx, message, { reachedAt: receipt.at });
}

async function findReported({ db }: AppContext, receipt: Receipt): Promise<PhoneMessage | undefined> {
  const ways: (SQL | undefined)[] = [eq(phoneMessages.providerId, receipt.providerId)];
  if (isId(receipt.messageId)) ways.push(eq(phoneMessages.id, receipt.messageId));
  const [row] = await db
    .select()
    .from(phoneMessages)
    .where(and(eq(phoneMessages.carrier, receipt.carrier), or(...ways)));
  return row;
}

async function recordReach(
  { db }: AppContext,
  { number, language }: PhoneMessage,
  values: { reachedAt: Date } | { failedAt: Date },
): Promise<void> {
  await db
    .insert(phoneNumbers)
    .values({ number, id: createId(), language, ...values })
    .onConflictDoUpdate({
      target: phoneNumbers.number,
      // Receipts of several messages arrive in any order.
      set: {
        ...("reachedAt" in values && { reachedAt: sql`greatest(${phoneNumbers.reachedAt}, excluded.reached_at)` }),
        ...("failedAt" in values && { failedAt: sql`greatest(${phoneNumbers.failedAt}, excluded.failed_at)` }),
      },
    });
}

/**
 * Processes a message to the platform's number once. A command to stop or resume messages, and an answer to the request
 * for consent that it replies to, take effect at once; every message is then queued for the feature that answers it or
 * passes it on. Opens the 24 hours in which WhatsApp allows free text. Messages older than a week may have been
 * processed before; of those only a stop counts.
 */
export async function receiveInbound(ctx: AppContext, message: Inbound): Promise<void> {
  const now = ctx.clock.now();
  const { carrier, providerId, from: number, text, media, repliesTo, at } = message;
  const command = readCommand(text, carrier);
  if (now.getTime() - at.getTime() > 7 * dayMs && command !== "stop") return;
  await withTransaction(ctx, async (tx) => {
    const [user] = await tx.db.select({ id: users.id }).from(users).where(eq(users.verifiedPhone, number));
    const added = await tx.db
      .insert(phoneInbound)
      .values({
        ...{ providerId, carrier, number, at, receivedAt: now },
        userId: user?.id ?? null,
        body: cutText(text, 2000),
        mediaKind: media?.kind ?? null,
        mediaId: media?.id ?? null,
        repliesTo: repliesTo ?? null,
      })
      .onConflictDoNothing()
      .returning({ providerId: phoneInbound.providerId });
    if (added.length === 0) return;
    if (carrier === "whatsapp") await openWindow(tx, message);
    const meaning = await handleCommand(tx, message, { command, isOwn: user !== undefined });
    if (meaning) await tx.db.update(phoneInbound).set({ meaning }).where(eq(phoneInbound.providerId, providerId));
    await tx.jobs.send(tx.db, inboundQueue, { providerId }, { priority: 20 });
  });
}

async function openWindow({ db }: AppContext, { from: number, text, at }: Inbound): Promise<void> {
  const windowUntil = new Date(at.getTime() + dayMs);
  await db
    .insert(phoneNumbers)
    .values({ number, id: createId(), language: getTextLanguage(text), windowUntil })
    .onConflictDoUpdate({
      target: phoneNumbers.number,
      set: { windowUntil: sql`greatest(${phoneNumbers.windowUntil}, excluded.window_until)` },
    });
}

/** Carries out a command or an answer to a request for consent, and returns which it was; null for anything else. */
async function handleCommand(
  tx: AppContext,
  { from: number, text, repliesTo, at }: Inbound,
  { command, isOwn }: { command: ReturnType<typeof readCommand>; isOwn: boolean },
): Promise<InboundMeaning | null> {
  if (command === "stop") await stopMessages(tx, number, at);
  if (command === "stop") return command;
  if (command === "start" && (await resumeMessages(tx, number, { at, isOwn }))) return command;
  const request = repliesTo ? await findAnsweredRequest(tx, number, repliesTo) : null;
  const answer = readAnswer(text);
  if (!request || !answer) return null;
  await answerContactRequest(tx, request, { isAgreed: answer === "yes", at, language: getTextLanguage(text) });
  return "answer";
}

/** Guesses the language of a message from its script. */
export const getTextLanguage = (text: string): Language => (/\p{Script=Arabic}/u.test(text) ? "ar" : "en");

/** Deletes received messages after 30 days, and expired codes. */
export const stalePhoneMessagesJob = defineJob<AppContext, object>(
  "phone.purge-messages",
  { cron: "40 3 * * *", retryLimit: 2 },
  async (ctx) => {
    const monthAgo = ctx.clock.ago(30 * dayMs);
    await ctx.db.delete(phoneInbound).where(lt(phoneInbound.receivedAt, monthAgo));
    await deleteOldCodes(ctx);
  },
);
