import { and, asc, eq } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { addContactRequest, answerContactRequest, listContactConsents } from "#app/features/phone/consent.server.ts";
import type { ContactConsent } from "#app/features/phone/phone.rules.ts";
import { phoneContactConsents, phoneMessages } from "#app/features/phone/phone.tables.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { hasEscalation } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { gone, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { nameInEmail } from "#app/platform/i18n/text/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import { livePet, petContacts, pets } from "../pets.tables.server.ts";

/** Limits consent requests of one owner, and to one number from all owners: anybody can enter anybody's number. */
const perOwner = { name: "contact-consent", points: 10, span: 86_400 };
const perNumber = { name: "contact-consent-to", points: 4, span: 30 * 86_400 };
const answerLimit = { name: "contact-consent-answer", points: 30, span: 600, isPerNetwork: true };

const purpose = "contact-consent";
/** How long a contact's link works, in milliseconds; STOP works for ever. */
const linkLifetime = 365 * dayMs;

const laterQueue = "pets.ask-contacts";

interface ConsentRequest {
  ownerId: string;
  petId: string;
  petName: string;
  contacts: { name: string; phone: string }[];
}

/**
 * Asks the emergency contacts of a pet for consent to messages on behalf of this owner, each number once, if the owner's
 * plan includes messages to contacts. Contacts beyond ten requests a day of one owner are asked a day later. A number
 * that was asked on behalf of four owners within a month gets no further question; the owner cannot tell.
 */
export async function requestContactConsents(
  tx: AppContext,
  { ownerId, petId, petName, contacts }: ConsentRequest,
): Promise<void> {
  if (!hasEscalation(await getPlan(tx, { id: ownerId }))) return;
  const [owner] = await tx.db.select().from(users).where(eq(users.id, ownerId));
  if (!owner) return;
  let isLater = false;
  for (const { name, phone } of contacts) {
    if (phone === owner.verifiedPhone) continue;
    if (!(await isWithinLimit(tx.limits, perOwner, ownerId))) {
      isLater = true;
      continue;
    }
    const id = await addContactRequest(tx, ownerId, phone);
    if (!id) {
      await tx.limits.giveBack(perOwner, ownerId);
      continue;
    }
    if (!(await isWithinLimit(tx.limits, perNumber, phone))) continue;
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
  { data: z.object({ petId: z.uuid() }), retryLimit: 8, retryDelay: 60, retryDelayMax: 3_600 },
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

/** Returns what each contact's number answered this owner, keyed by the number. */
export async function getContactConsents(
  ctx: AppContext,
  ownerId: string,
  contacts: { phone: string }[],
): Promise<Record<string, ContactConsent>> {
  const numbers = contacts.map(({ phone }) => phone);
  const consents = await listContactConsents(ctx, ownerId, numbers);
  return Object.fromEntries(numbers.map((number) => [number, consents.get(number) ?? "unasked"]));
}

async function getAsked(ctx: AppContext, key: string) {
  const id = readSignedId(ctx, purpose, key);
  const [row] = id
    ? await ctx.db
        .select({ consent: phoneContactConsents, params: phoneMessages.params })
        .from(phoneContactConsents)
        .leftJoin(phoneMessages, eq(phoneMessages.subject, `consent:${id}`))
        .where(eq(phoneContactConsents.id, id))
        .limit(1)
    : [];
  if (!row) throw id ? gone("consent") : notFound();
  if (ctx.clock.now().getTime() - row.consent.askedAt.getTime() > linkLifetime) throw gone("oldConsent");
  return row;
}

/**
 * Returns what a contact sees behind their link: who named them, for which pet, and what they answered. 404 for an
 * invalid key, 410 once the owner's account or the request was deleted, and a year after it.
 */
export async function getContactConsent(ctx: AppContext, key: string) {
  const { consent, params } = await getAsked(ctx, key);
  const [, owner = null, pet = null] = params ?? [];
  return { consent: consent.state, owner, pet };
}

/**
 * Records that the contact agrees to messages on behalf of this owner or wants none; the same link can change it later.
 * 404 for an invalid key, 410 once the request was deleted.
 */
export async function updateContactConsent(
  ctx: AppContext,
  key: string,
  isAgreed: boolean,
  { address, language }: { address: string; language: Language },
): Promise<void> {
  await ctx.limits.take(answerLimit, getNetwork(address));
  const { consent } = await getAsked(ctx, key);
  await answerContactRequest(ctx, consent.id, { isAgreed, at: ctx.clock.now(), language });
}
