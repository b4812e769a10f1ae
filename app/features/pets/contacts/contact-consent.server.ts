import { and, asc, eq } from "drizzle-orm";
import { href } from "react-router";
import { listConsents, markAsked, updateConsent } from "#app/features/phone/consent.server.ts";
import type { Consent } from "#app/features/phone/phone.rules.ts";
import { phoneMessages, phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { asksContacts } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { gone, notFound } from "#app/platform/http/app-error.server.ts";
import { isWithinLimit } from "#app/platform/http/limits/limits.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { nameInEmail } from "#app/platform/i18n/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { livePet, petContacts, pets } from "../pets.tables.server.ts";

/** Limits consent requests per owner, since anybody can enter anybody's number. */
const perOwner = { name: "contact-consent", points: 10, span: 86_400 };
const answerLimit = { name: "contact-consent-answer", points: 30, span: 600, isPerNetwork: true };

const purpose = "contact-consent";

const laterQueue = "pets.ask-contacts-later";

interface ConsentRequest {
  ownerId: string;
  petId: string;
  petName: string;
  contacts: { name: string; phone: string }[];
}

/**
 * Asks the emergency contacts of a pet for consent to messages, each number once, if the owner's plan includes messages
 * to contacts. Contacts beyond ten requests a day of one owner are asked a day later.
 */
export async function requestContactConsents(
  tx: AppContext,
  { ownerId, petId, petName, contacts }: ConsentRequest,
): Promise<void> {
  if (!asksContacts(await getPlan(tx, { id: ownerId }))) return;
  const [owner] = await tx.db.select().from(users).where(eq(users.id, ownerId));
  if (!owner) return;
  let isLater = false;
  for (const { name, phone } of contacts) {
    if (phone === owner.verifiedPhone) continue;
    if (!(await isWithinLimit(tx.limits, perOwner, ownerId))) {
      isLater = true;
      continue;
    }
    const id = await markAsked(tx, phone, owner.language);
    if (!id) {
      await tx.limits.giveBack(perOwner, ownerId);
      continue;
    }
    const url = `${tx.settings.publicUrl}${href("/contact-consent/:key", { key: signId(tx, purpose, id) })}`;
    await sendPhoneMessage(tx, {
      subject: `consent:${id}`,
      to: phone,
      userId: ownerId,
      language: owner.language,
      template: "consent",
      params: [nameInEmail(name), nameInEmail(owner.firstName || owner.name), nameInEmail(petName), url],
    });
  }
  const startAfter = tx.clock.in(dayMs);
  if (isLater) await tx.jobs.send(tx.db, laterQueue, { petId }, { startAfter, singletonKey: petId });
}

/** Asks the contacts of a pet that its owner's daily limit left out, as they are now. */
export const askContactsLaterJob = defineJob<AppContext, { petId: string }>(
  laterQueue,
  { retryLimit: 8, retryDelay: 60, retryDelayMax: 3_600 },
  (ctx, { petId }) =>
    withTransaction(ctx, async (tx) => {
      const contacts = await tx.db
        .select({ name: petContacts.name, phone: petContacts.phone, petName: pets.name, ownerId: pets.ownerId })
        .from(petContacts)
        .innerJoin(pets, and(eq(pets.id, petContacts.petId), livePet))
        .where(eq(petContacts.petId, petId))
        .orderBy(asc(petContacts.position));
      const [first] = contacts;
      if (first) await requestContactConsents(tx, { ownerId: first.ownerId, petId, petName: first.petName, contacts });
    }),
);

/** Returns the consent of each contact's number, keyed by the number. */
export async function getContactConsents(
  ctx: AppContext,
  contacts: { phone: string }[],
): Promise<Record<string, Consent>> {
  const numbers = contacts.map(({ phone }) => phone);
  const consents = await listConsents(ctx, numbers);
  return Object.fromEntries(numbers.map((number) => [number, consents.get(number)?.consent ?? "unasked"]));
}

async function getAsked(ctx: AppContext, key: string) {
  const id = readSignedId(ctx, purpose, key);
  const [row] = id
    ? await ctx.db
        .select({ number: phoneNumbers, message: phoneMessages })
        .from(phoneNumbers)
        .leftJoin(phoneMessages, eq(phoneMessages.subject, `consent:${id}`))
        .where(eq(phoneNumbers.id, id))
        .limit(1)
    : [];
  if (!row) throw id ? gone("consent") : notFound();
  return row;
}

/**
 * Returns what a contact sees behind their link: who named them, for which pet, and their current consent. 404 for an
 * invalid key, 410 once the number was deleted.
 */
export async function getContactConsent(ctx: AppContext, key: string) {
  const { number, message } = await getAsked(ctx, key);
  const [, owner = null, pet = null] = message?.params ?? [];
  return { consent: number.consent, owner, pet };
}

/**
 * Records that the contact agrees to messages or wants none; the same link can change it later. 404 for an invalid key,
 * 410 once the number was deleted.
 */
export async function updateContactConsent(
  ctx: AppContext,
  key: string,
  isAgreed: boolean,
  { address, language }: { address: string; language: Language },
): Promise<void> {
  await ctx.limits.take(answerLimit, getNetwork(address));
  const { number } = await getAsked(ctx, key);
  await updateConsent(ctx, number.number, isAgreed ? "agreed" : "stopped", language);
}
