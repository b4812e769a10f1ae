import { eq } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { requestContactConsents } from "../contacts/contact-consent.server.ts";
import type { PetForm } from "../pets.forms.server.ts";
import { petContacts, petMedical, petVets } from "../pets.tables.server.ts";

/**
 * Writes the parts of a pet's medical record, vet and emergency contacts that the form contains, and asks new contacts
 * for their consent.
 */
export async function updateRecords(
  tx: AppContext,
  { id: petId, ownerId, name }: { id: string; ownerId: string; name: string },
  form: Pick<PetForm, "medical" | "vet" | "contacts">,
): Promise<void> {
  const { db } = tx;
  const { medical, vet, contacts } = form;
  if (medical && Object.keys(medical).length > 0)
    await db
      .insert(petMedical)
      .values({ petId, ...medical })
      .onConflictDoUpdate({ target: petMedical.petId, set: medical });
  if (vet && Object.keys(vet).length > 0)
    await db
      .insert(petVets)
      .values({ petId, ...vet })
      .onConflictDoUpdate({ target: petVets.petId, set: vet });
  if (!contacts) return;
  await db.delete(petContacts).where(eq(petContacts.petId, petId));
  if (contacts.length === 0) return;
  await db
    .insert(petContacts)
    .values(contacts.map((contact, position) => ({ ...contact, id: newId(), petId, position })));
  await requestContactConsents(tx, { ownerId, petId, petName: name, contacts });
}
