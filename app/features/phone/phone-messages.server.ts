import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { encryptValue } from "#app/platform/crypto/encrypted-value.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import type { CarrierName } from "#app/platform/phone/carrier.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { isAllowed } from "./consent.server.ts";
import { type PhoneState, type PhoneTemplate, phoneTemplates } from "./phone.rules.ts";
import { phoneMessages } from "./phone.tables.server.ts";

export const sendQueue = "phone.send-message";
export const smsFallbackQueue = "phone.send-fallback";
/** Queue that gets the subject of each message that a carrier reported on, for the feature that sent it. */
export const reportQueue = "notifications.handle-phone-report";

export interface NewPhoneMessage {
  /** What it is about, such as `step:ID`; only one message per subject is sent. */
  subject: string;
  /** E.164. */
  to: string;
  /** Recipient, or the user on whose behalf it is sent; the message is deleted with this account. */
  userId: string | null;
  language: Language;
  template: PhoneTemplate;
  /** The template's values, as many as `phoneTemplates` defines. */
  params: string[];
  /** WhatsApp, followed by an SMS when not delivered; or SMS only. */
  first?: CarrierName;
  /** Higher is sent first; default 10 for safety messages, else 0. */
  priority?: number;
}

export type PhoneMessage = typeof phoneMessages.$inferSelect;

/**
 * Inserts a message and its job in the caller's transaction. Returns false and inserts nothing when the number may not
 * be messaged; an existing message with the same subject is unchanged.
 */
export async function sendPhoneMessage(tx: AppContext, message: NewPhoneMessage): Promise<boolean> {
  if (!(await isAllowed(tx, { ...message, number: message.to }))) return false;
  const { to, first = "whatsapp", priority, ...rest } = message;
  await createMessage(tx, { ...rest, number: to, carrier: first }, priority);
  return true;
}

/** Limits automatic replies to one number, which are paid from the daily budget that all messages share. */
const replies = { name: "whatsapp-replies", points: 20, span: 24 * 3_600 };

/** Replies to a number that wrote, on the same carrier: once about a subject, and 20 times a day. */
export async function sendReply(
  tx: AppContext,
  { text, ...reply }: Pick<NewPhoneMessage, "subject" | "to" | "userId" | "language" | "first"> & { text: string },
): Promise<void> {
  // Only the first message about a subject is sent, so only that one counts.
  const [sent] = await tx.db
    .select({ id: phoneMessages.id })
    .from(phoneMessages)
    .where(eq(phoneMessages.subject, reply.subject))
    .limit(1);
  if (sent || !(await isWithinLimit(tx.limits, replies, reply.to))) return;
  await sendPhoneMessage(tx, { ...reply, template: "reply", params: [text] });
}

/** Encrypts a code until it is sent, so that a copy of the database contains no plain codes. */
export function encryptCode(ctx: AppContext, id: string, code: string): string {
  return encryptValue(ctx, "phone code", `code:${id}`, Buffer.from(code));
}

/** Whether an SMS follows an undelivered WhatsApp message; replies within a chat are WhatsApp only. */
const hasSms = ({ template }: { template: PhoneTemplate }) => template !== "reply";

type NewRow = Omit<typeof phoneMessages.$inferInsert, "id" | "createdAt" | "updatedAt" | "template"> & {
  template: PhoneTemplate;
};

async function createMessage(
  tx: AppContext,
  row: NewRow,
  priority = phoneTemplates[row.template].isSafety ? 10 : 0,
): Promise<void> {
  const now = tx.clock.now();
  const [added] = await tx.db
    .insert(phoneMessages)
    .values({ ...row, id: createId(), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: phoneMessages.id });
  if (!added) return;
  await tx.jobs.send(tx.db, sendQueue, { id: added.id }, { priority });
  if (row.carrier === "whatsapp" && hasSms(row))
    await tx.jobs.send(
      tx.db,
      smsFallbackQueue,
      { id: added.id },
      {
        startAfter: new Date(now.getTime() + readSiteSettings(tx).messages.smsAfterSeconds * 1000),
        priority,
      },
    );
}

/** Sends an SMS once in place of an undelivered WhatsApp message, unless it is older than a day. */
export async function sendSmsInstead(ctx: AppContext, message: PhoneMessage): Promise<void> {
  const { subject, number, userId, language, template, params, carrier, createdAt } = message;
  if (carrier !== "whatsapp" || !hasSms(message) || ctx.clock.now().getTime() - createdAt.getTime() > dayMs) return;
  await withTransaction(ctx, (tx) =>
    createMessage(tx, { subject, number, userId, language, template, params, carrier: "sms" }),
  );
}

/** State of a message about a subject at one carrier. */
export interface PhoneDelivery {
  subject: string;
  carrier: CarrierName;
  state: PhoneState;
  reason: string | null;
}

/** Lists the deliveries of messages about these subjects, WhatsApp before SMS. */
export async function listPhoneDeliveries(
  { db }: Pick<AppContext, "db">,
  subjects: string[],
): Promise<PhoneDelivery[]> {
  if (subjects.length === 0) return [];
  return db
    .select({
      subject: phoneMessages.subject,
      carrier: phoneMessages.carrier,
      state: phoneMessages.state,
      reason: phoneMessages.reason,
    })
    .from(phoneMessages)
    .where(inArray(phoneMessages.subject, subjects))
    .orderBy(phoneMessages.id);
}

/** Returns the number of messages today (UTC), and how many failed in the last 24 hours. */
export async function countPhoneMessages({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const now = clock.now();
  const midnight = new Date(now.toISOString().slice(0, 10));
  const [row] = await db
    .select({
      today: sql`count(*) filter (where ${gte(phoneMessages.createdAt, midnight)})`.mapWith(Number),
      failed: sql`count(*) filter (where ${phoneMessages.state} = 'failed')`.mapWith(Number),
    })
    .from(phoneMessages)
    .where(gte(phoneMessages.createdAt, new Date(now.getTime() - dayMs)));
  return { today: row?.today ?? 0, failed: row?.failed ?? 0 };
}

/**
 * Updates a message and reports the change to the feature that sent it; returns false, changing nothing, when its state
 * has changed since it was read.
 */
export async function updatePhoneMessage(
  ctx: AppContext,
  message: PhoneMessage,
  values: Partial<Omit<PhoneMessage, "id">>,
): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const changed = await tx.db
      .update(phoneMessages)
      .set({ ...values, updatedAt: tx.clock.now() })
      .where(and(eq(phoneMessages.id, message.id), eq(phoneMessages.state, message.state)))
      .returning({ id: phoneMessages.id });
    if (changed.length === 0) return false;
    if (!values.state) return true;
    if (message.subject.startsWith("notification:"))
      await tx.jobs.send(tx.db, reportQueue, { subject: message.subject }, { priority: 10 });
    if (message.userId) await notifyListeners(tx, [{ user: message.userId }]);
    return true;
  });
}
