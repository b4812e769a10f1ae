import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { PersonalData } from "#app/features/accounts/personal-data.server.ts";
import { petContacts, petMedical, pets, petVets } from "./pets.tables.server.ts";

export const petsPersonalData: PersonalData = {
  tables: [pets, petMedical, petVets, petContacts],
  async read({ db }, { id }) {
    const own = await db.select().from(pets).where(eq(pets.ownerId, id)).orderBy(asc(pets.createdAt));
    const ids = own.map((pet) => pet.id);
    if (ids.length === 0) return { pets: [] };
    const medical = await db.select().from(petMedical).where(inArray(petMedical.petId, ids));
    const vets = await db.select().from(petVets).where(inArray(petVets.petId, ids));
    const contacts = await db
      .select()
      .from(petContacts)
      .where(inArray(petContacts.petId, ids))
      .orderBy(asc(petContacts.position));
    return {
      pets: own.map((pet) => ({
        ...pet,
        medical: medical.find(({ petId }) => petId === pet.id) ?? null,
        vet: vets.find(({ petId }) => petId === pet.id) ?? null,
        contacts: contacts.filter(({ petId }) => petId === pet.id),
      })),
    };
  },
  async photos({ db }, { id }) {
    const rows = await db
      .select({ id: pets.photoId, of: pets.name })
      .from(pets)
      .where(and(eq(pets.ownerId, id), isNotNull(pets.photoId)));
    return rows.flatMap(({ id: photoId, of }) => (photoId ? [{ id: photoId, of }] : []));
  },
};
