import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { encryptValue } from "#app/platform/crypto/encrypted-value.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { CarrierName } from "#app/platform/phone/carrier.server.ts";
import { isAllowed } from "./consent.server.ts";
import { type PhoneState, type PhoneTemplate, phoneTemplates } from "./phone.rules.ts";
import { phoneMessages } from "./phone.tables.server.ts";

export const sendQueue = "phone.send";
export const smsFallbackQueue = "phone.sms-after";
/** Gets the subject of each message that a carrier reported on; the feature that sent it works through it. */
export const reportQueue = "phone.reported";

export interface NewPhoneMessage {
  /** What it is about, such as `step:ID`; a second message about it is not sent. */
  subject: string;
  /** E.164. */
  to: string;
  /** On whose behalf, or to whom; the message is erased with this account. */
  userId: string | null;
  language: Language;
  template: PhoneTemplate;
  /** The template's values, as many as `phoneTemplates` says. */
  params: string[];
  /** WhatsApp first, which an SMS follows when it does not arrive; or an SMS alone. */
  first?: CarrierName;
  /** The highest goes out first; by default 10 for what keeps somebody safe, else 0. */
  priority?: number;
}

export type PhoneMessage = typeof phoneMessages.$inferSelect;

/**
 * Writes a message to a phone number and its job through the caller's transaction. False, with nothing written, when the
 * number may not be written to; a subject that was written about before is left as it is.
 */
export async function sendPhoneMessage(tx: AppContext, message: NewPhoneMessage): Promise<boolean> {
  if (!(await isAllowed(tx, message.to, message.template))) return false;
  const { to, first = "whatsapp", priority, ...rest } = message;
  await createMessage(tx, { ...rest, number: to, carrier: first }, priority);
  return true;
}

/** A code as it is kept until it is sent: a copy of the database shows none. */
export function encryptCode(ctx: AppContext, id: string, code: string): string {
  return encryptValue(ctx, "phone code", `code:${id}`, Buffer.from(code));
}

/** Whether an SMS follows what WhatsApp does not carry; an answer within a chat belongs there alone. */
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
    .values({ ...row, id: newId(), createdAt: now, updatedAt: now })
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
        startAfter: new Date(now.getTime() + tx.settings.phone.smsAfter * 1000),
        priority,
      },
    );
}

/** What did not arrive by WhatsApp goes out as an SMS, once; what is older than a day is no news any more. */
export async function sendSmsInstead(ctx: AppContext, message: PhoneMessage): Promise<void> {
  const { subject, number, userId, language, template, params, carrier, createdAt } = message;
  if (carrier !== "whatsapp" || !hasSms(message) || ctx.clock.now().getTime() - createdAt.getTime() > 86_400_000)
    return;
  await transaction(ctx, (tx) =>
    createMessage(tx, { subject, number, userId, language, template, params, carrier: "sms" }),
  );
}

/** How a message about a subject fared by one carrier. */
export interface PhoneDelivery {
  subject: string;
  carrier: CarrierName;
  state: PhoneState;
  reason: string | null;
}

/** What became of the messages about these subjects, WhatsApp before SMS. */
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

/** How many messages there were today (UTC), and how many of the last 24 hours failed. */
export async function countPhoneMessages({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const now = clock.now();
  const midnight = new Date(now.toISOString().slice(0, 10));
  const [row] = await db
    .select({
      today: sql`count(*) filter (where ${gte(phoneMessages.createdAt, midnight)})`.mapWith(Number),
      failed: sql`count(*) filter (where ${phoneMessages.state} = 'failed')`.mapWith(Number),
    })
    .from(phoneMessages)
    .where(gte(phoneMessages.createdAt, new Date(now.getTime() - 86_400_000)));
  return { today: row?.today ?? 0, failed: row?.failed ?? 0 };
}

/**
 * Writes what is new about a message, and tells of it whoever shows it; false, with nothing changed, when it is no longer
 * in the state in which it was read.
 */
export async function updatePhoneMessage(
  ctx: AppContext,
  message: PhoneMessage,
  values: Partial<Omit<PhoneMessage, "id">>,
): Promise<boolean> {
  return transaction(ctx, async (tx) => {
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
