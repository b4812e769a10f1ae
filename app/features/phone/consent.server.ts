import { eq, inArray, lte, ne, or, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { type Consent, type PhoneTemplate, phoneTemplates } from "./phone.rules.ts";
import { phoneNumbers } from "./phone.tables.server.ts";

export type PhoneNumber = typeof phoneNumbers.$inferSelect;

export async function findPhoneNumber({ db }: Pick<AppContext, "db">, number: string): Promise<PhoneNumber | null> {
  const [row] = await db.select().from(phoneNumbers).where(eq(phoneNumbers.number, number));
  return row ?? null;
}

/** Returns what is known of these numbers; numbers never contacted are absent. */
export async function listConsents(
  { db }: Pick<AppContext, "db">,
  numbers: string[],
): Promise<Map<string, PhoneNumber>> {
  if (numbers.length === 0) return new Map();
  const rows = await db.select().from(phoneNumbers).where(inArray(phoneNumbers.number, numbers));
  return new Map(rows.map((row) => [row.number, row]));
}

/** Whether a message of this template may be sent to a number, by its consent. */
export async function isAllowed(
  ctx: Pick<AppContext, "db">,
  number: string,
  template: PhoneTemplate,
): Promise<boolean> {
  const needed = phoneTemplates[template].consent;
  if (needed === "none") return true;
  const consent = (await findPhoneNumber(ctx, number))?.consent;
  return needed === "agreed" ? consent === "agreed" : consent !== "stopped";
}

/** Stores a number's consent, and optionally the language of its messages. */
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
 * Stores the consent that a message from the number gives or withdraws, dated `at` by the carrier. Messages may arrive
 * in any order: one that gives it does not undo a later withdrawal.
 */
export async function updateConsentByMessage(
  { db }: Pick<AppContext, "db">,
  number: string,
  consent: "agreed" | "stopped",
  { at, language }: { at: Date; language?: Language },
): Promise<void> {
  const values = { consent, ...(language && { language }) };
  const isLatest = or(ne(phoneNumbers.consent, "stopped"), lte(phoneNumbers.consentAt, at));
  await db
    .insert(phoneNumbers)
    .values({ number, id: createId(), language: "ar", consentAt: at, ...values })
    .onConflictDoUpdate({
      target: phoneNumbers.number,
      set: { ...values, consentAt: sql`greatest(${phoneNumbers.consentAt}, excluded.consent_at)` },
      setWhere: consent === "agreed" ? isLatest : undefined,
    });
}

/**
 * Records that a number is being asked for consent and returns its id; null when it was asked before or has answered.
 * Each number is asked once, by whomever.
 */
export async function markAsked(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  number: string,
  language: Language,
): Promise<string | null> {
  const asked = await db
    .insert(phoneNumbers)
    .values({ number, id: createId(), language, consent: "asked", consentAt: clock.now() })
    .onConflictDoUpdate({
      target: phoneNumbers.number,
      set: { consent: "asked", consentAt: clock.now(), language },
      setWhere: sql`${phoneNumbers.consent} = 'unasked'`,
    })
    .returning({ id: phoneNumbers.id });
  return asked[0]?.id ?? null;
}
