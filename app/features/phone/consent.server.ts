import { and, desc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { type Consent, type ContactConsent, type PhoneTemplate, phoneTemplates } from "./phone.rules.ts";
import { phoneContactConsents, phoneMessages, phoneNumbers } from "./phone.tables.server.ts";

export type PhoneNumber = typeof phoneNumbers.$inferSelect;
type Db = Pick<AppContext, "db">;

export async function findPhoneNumber({ db }: Db, number: string): Promise<PhoneNumber | null> {
  const [row] = await db.select().from(phoneNumbers).where(eq(phoneNumbers.number, number));
  return row ?? null;
}

/** Whether a message of this template, on behalf of this user, may be sent to a number, by what its holder allows. */
export async function isAllowed(
  ctx: Db,
  { number, template, userId }: { number: string; template: PhoneTemplate; userId: string | null },
): Promise<boolean> {
  const needed = phoneTemplates[template].consent;
  if (needed === "none") return true;
  const consent = (await findPhoneNumber(ctx, number))?.consent;
  if (needed === "own") return consent === "agreed";
  if (consent === "stopped") return false;
  if (needed === "notStopped") return true;
  return userId !== null && (await listContactConsents(ctx, userId, [number])).get(number) === "agreed";
}

/** Stores what the holder of a number allows, and optionally the language of its messages. */
export async function updateConsent(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  number: string,
  consent: Consent,
  language?: Language,
): Promise<void> {
  const values = { consent, consentAt: clock.now(), ...(language && { language }) };
  await db
    .insert(phoneNumbers)
    .values({ number, id: createId(), language: "ar", ...values })
    .onConflictDoUpdate({ target: phoneNumbers.number, set: values });
}

/**
 * Records that a message from the number, dated `at` by the carrier, ends all messages to it: those of its own account
 * and those on behalf of every owner who named it.
 */
export async function stopMessages({ db }: Db, number: string, at: Date): Promise<void> {
  await db
    .insert(phoneNumbers)
    .values({ number, id: createId(), language: "ar", consent: "stopped", consentAt: at })
    .onConflictDoUpdate({
      target: phoneNumbers.number,
      set: { consent: "stopped", consentAt: sql`greatest(${phoneNumbers.consentAt}, excluded.consent_at)` },
    });
  await answerWhere({ db }, eq(phoneContactConsents.number, number), { state: "stopped", at });
}

/**
 * Records that a message from the number resumes the messages that it had stopped; those of its own account if `isOwn`.
 * Messages may arrive in any order: it does not undo a later stop. Returns whether it resumed them.
 */
export async function resumeMessages(
  { db }: Db,
  number: string,
  { at, isOwn }: { at: Date; isOwn: boolean },
): Promise<boolean> {
  const resumed = await db
    .update(phoneNumbers)
    .set({ consent: isOwn ? "agreed" : "unasked", consentAt: at })
    .where(and(eq(phoneNumbers.number, number), eq(phoneNumbers.consent, "stopped"), lte(phoneNumbers.consentAt, at)))
    .returning({ number: phoneNumbers.number });
  return resumed.length > 0;
}

/** Returns the answers of these numbers to one owner; numbers that this owner never asked are absent. */
export async function listContactConsents(
  { db }: Db,
  ownerId: string,
  numbers: string[],
): Promise<Map<string, ContactConsent>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({ number: phoneContactConsents.number, state: phoneContactConsents.state })
    .from(phoneContactConsents)
    .where(and(eq(phoneContactConsents.ownerId, ownerId), inArray(phoneContactConsents.number, numbers)));
  return new Map(rows.map(({ number, state }) => [number, state]));
}

/** Records that an owner asks a number for consent and returns the request's id; null when they asked it before. */
export async function addContactRequest(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  ownerId: string,
  number: string,
): Promise<string | null> {
  const [added] = await db
    .insert(phoneContactConsents)
    .values({ id: createId(), ownerId, number, state: "asked", askedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: phoneContactConsents.id });
  return added?.id ?? null;
}

/** Stores the answer to a request for consent. An answer dated before the last one changes nothing. */
export async function answerContactRequest(
  tx: Db,
  id: string,
  { isAgreed, at, language }: { isAgreed: boolean; at: Date; language: Language },
): Promise<void> {
  const numbers = await answerWhere(tx, eq(phoneContactConsents.id, id), {
    state: isAgreed ? "agreed" : "stopped",
    at,
  });
  for (const number of numbers)
    await tx.db
      .insert(phoneNumbers)
      .values({ number, id: createId(), language })
      .onConflictDoUpdate({
        target: phoneNumbers.number,
        // Whoever agrees wants messages, although they had stopped all of them before.
        set: {
          language,
          ...(isAgreed && {
            consent: sql`case when ${phoneNumbers.consent} = 'stopped' then 'unasked' else ${phoneNumbers.consent} end`,
          }),
        },
      });
}

async function answerWhere(
  { db }: Db,
  where: SQL,
  { state, at }: { state: "agreed" | "stopped"; at: Date },
): Promise<string[]> {
  const isLatest = or(
    isNull(phoneContactConsents.answeredAt),
    lte(phoneContactConsents.answeredAt, at),
    // Of a stop and an answer that arrive in any order, the stop counts.
    state === "stopped" ? ne(phoneContactConsents.state, "stopped") : undefined,
  );
  const answered = await db
    .update(phoneContactConsents)
    .set({ state, answeredAt: sql`greatest(${phoneContactConsents.answeredAt}, ${at.toISOString()}::timestamptz)` })
    .where(and(where, isLatest))
    .returning({ number: phoneContactConsents.number });
  return answered.map(({ number }) => number);
}

/** Returns the id of the request for consent to which a message answers by the carrier's id; null if it is no such. */
export async function findAnsweredRequest({ db }: Db, number: string, providerId: string): Promise<string | null> {
  const [message] = await db
    .select({ subject: phoneMessages.subject })
    .from(phoneMessages)
    .where(
      and(
        eq(phoneMessages.providerId, providerId),
        eq(phoneMessages.number, number),
        eq(phoneMessages.template, "consent"),
      ),
    );
  return message?.subject.replace(/^consent:/, "") ?? null;
}

/** Returns the id of the newest request for consent that the number has not answered; null if there is none. */
export async function findOpenRequest({ db }: Db, number: string): Promise<string | null> {
  const [row] = await db
    .select({ id: phoneContactConsents.id })
    .from(phoneContactConsents)
    .where(and(eq(phoneContactConsents.number, number), eq(phoneContactConsents.state, "asked")))
    .orderBy(desc(phoneContactConsents.askedAt))
    .limit(1);
  return row?.id ?? null;
}
