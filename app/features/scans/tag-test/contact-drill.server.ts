import { and, asc, eq } from "drizzle-orm";
import { livePet, petContacts, pets } from "#app/features/pets/pets.tables.server.ts";
import { phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { getOwnTag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { nameInEmail } from "#app/platform/i18n/plain-text.ts";

const perOwner = { name: "contact-drill", points: 1, span: 86_400 };

/**
 * Sends a message marked as a test to those emergency contacts of a tag's pet who gave consent, and returns their
 * number. Throws 409 (`tagTest.noContacts`) if none did, and 429 after one test a day.
 */
export async function sendContactDrill(ctx: AppContext, actor: Actor, tagId: string): Promise<number> {
  const tag = await getOwnTag(ctx, actor, tagId);
  const contacts = await ctx.db
    .select({ name: petContacts.name, petName: pets.name, to: phoneNumbers.number, language: phoneNumbers.language })
    .from(petContacts)
    .innerJoin(pets, and(eq(pets.id, petContacts.petId), livePet))
    .innerJoin(phoneNumbers, and(eq(phoneNumbers.number, petContacts.phone), eq(phoneNumbers.consent, "agreed")))
    .innerJoin(users, eq(users.id, pets.ownerId))
    .where(and(eq(petContacts.petId, tag.petId ?? tag.id), eq(pets.ownerId, actor.id)))
    .orderBy(asc(petContacts.position));
  if (contacts.length === 0) throw new AppError("tagTest.noContacts", 409);
  await ctx.limits.take(perOwner, actor.id);
  const day = ctx.clock.now().toISOString().slice(0, 10);
  await transaction(ctx, async (tx) => {
    for (const { name, petName, to, language } of contacts)
      await sendPhoneMessage(tx, {
        subject: `drill:${actor.id}:${day}:${to}`,
        to,
        userId: actor.id,
        language,
        template: "drill",
        params: [nameInEmail(name), nameInEmail(petName), tx.settings.publicUrl],
      });
  });
  return contacts.length;
}
