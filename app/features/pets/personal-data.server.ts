import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { purgeSender } from "#app/features/notifications/notifications.server.ts";
import { hasAddress, type PersonalData } from "#app/features/users/personal-data.server.ts";
import { displayName } from "#app/features/users/users.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { renderPetCard } from "./documents/pet-card-pdf.server.ts";
import { findPet } from "./pets.server.ts";
import {
  livePet,
  petCaregivers,
  petContacts,
  petHealthEvents,
  petLost,
  petMedical,
  petPhotos,
  petShares,
  petShareVisits,
  pets,
  petVets,
  reachabilityChecks,
} from "./pets.tables.server.ts";

const caregiverColumns = {
  level: petCaregivers.level,
  untilDay: petCaregivers.untilDay,
  invitedAt: petCaregivers.invitedAt,
  acceptedAt: petCaregivers.acceptedAt,
  endedAt: petCaregivers.endedAt,
};

export const petsPersonalData: PersonalData = {
  tables: [
    pets,
    petMedical,
    petVets,
    petContacts,
    petLost,
    petPhotos,
    petHealthEvents,
    petShares,
    petShareVisits,
    petCaregivers,
    reachabilityChecks,
  ],
  async read({ db }, { id, email }) {
    // For both sides of the care; neither copy contains data of the other's account.
    const care = await db
      .select({ ...caregiverColumns, petName: pets.name })
      .from(petCaregivers)
      .innerJoin(pets, eq(pets.id, petCaregivers.petId))
      .where(or(eq(petCaregivers.caregiverId, id), hasAddress(petCaregivers.email, { email })))
      .orderBy(asc(petCaregivers.id));
    const [reach = null] = await db.select().from(reachabilityChecks).where(eq(reachabilityChecks.userId, id));
    const own = await db.select().from(pets).where(eq(pets.ownerId, id)).orderBy(asc(pets.createdAt));
    const ids = own.map((pet) => pet.id);
    if (ids.length === 0) return { pets: [], reach, caregivingForOthersPets: care };
    const medical = await db.select().from(petMedical).where(inArray(petMedical.petId, ids));
    const vets = await db.select().from(petVets).where(inArray(petVets.petId, ids));
    const contacts = await db
      .select()
      .from(petContacts)
      .where(inArray(petContacts.petId, ids))
      .orderBy(asc(petContacts.position));
    const health = await db
      .select()
      .from(petHealthEvents)
      .where(inArray(petHealthEvents.petId, ids))
      .orderBy(asc(petHealthEvents.day), asc(petHealthEvents.id));
    const shares = await db.select().from(petShares).where(inArray(petShares.petId, ids)).orderBy(asc(petShares.id));
    const visits = await db
      .select({ shareId: petShareVisits.shareId, at: petShareVisits.at, browser: petShareVisits.browser })
      .from(petShareVisits)
      .innerJoin(petShares, eq(petShares.id, petShareVisits.shareId))
      .where(inArray(petShares.petId, ids))
      .orderBy(asc(petShareVisits.id));
    const caregivers = await db
      .select()
      .from(petCaregivers)
      .where(inArray(petCaregivers.petId, ids))
      .orderBy(asc(petCaregivers.id));
    const lost = await db.select().from(petLost).where(inArray(petLost.petId, ids));
    return {
      reach,
      caregivingForOthersPets: care,
      pets: own.map(({ searchText: _searchText, idempotencyKey: _key, ...pet }) => ({
        ...pet,
        lost: lost.find(({ petId }) => petId === pet.id) ?? null,
        medical: medical.find(({ petId }) => petId === pet.id) ?? null,
        vet: vets.find(({ petId }) => petId === pet.id) ?? null,
        contacts: contacts.filter(({ petId }) => petId === pet.id),
        health: health.filter(({ petId }) => petId === pet.id).map(({ idempotencyKey: _, ...entry }) => entry),
        shares: shares
          .filter(({ petId }) => petId === pet.id)
          .map(({ idempotencyKey: _, ...share }) => ({
            ...share,
            visits: visits.filter(({ shareId }) => shareId === share.id),
          })),
        caregivers: caregivers
          .filter(({ petId }) => petId === pet.id)
          .map(({ caregiverId: _, ownerId: __, ...caregiver }) => caregiver),
      })),
    };
  },
  locks: (_ctx, { id }) => [{ key: pets.id, where: eq(pets.ownerId, id) }],
  /**
   * Caregiver rows are deleted with either account; a pending invitation to this address is not linked to an account
   * and is deleted here.
   */
  async erase({ db }, { id, email }) {
    const isCaregiver = or(eq(petCaregivers.caregiverId, id), hasAddress(petCaregivers.email, { email }));
    const topics = (where: SQL | undefined) =>
      sql`(select ${petCaregivers.id}::text from ${petCaregivers} where ${where})`;
    await purgeSender({ db }, topics(isCaregiver), { keepsPet: true });
    await purgeSender({ db }, topics(eq(petCaregivers.ownerId, id)), { keepsPet: false });
    await db.delete(petCaregivers).where(hasAddress(petCaregivers.email, { email }));
  },
  async photos({ db }, { id }) {
    const portraits = await db.select({ id: pets.photoId, of: pets.name }).from(pets).where(eq(pets.ownerId, id));
    const ofHealth = await db
      .select({ id: petHealthEvents.photoId, of: pets.name })
      .from(petHealthEvents)
      .innerJoin(pets, eq(pets.id, petHealthEvents.petId))
      .where(eq(pets.ownerId, id));
    return [...portraits, ...ofHealth].flatMap(({ id: photoId, of }) => (photoId ? [{ id: photoId, of }] : []));
  },
  async *documents(ctx, actor) {
    const own = await ctx.db
      .select({ id: pets.id })
      .from(pets)
      .where(and(eq(pets.ownerId, actor.id), livePet))
      .orderBy(asc(pets.createdAt));
    const today = dayIn(ctx.clock.now(), actor.timeZone);
    for (const { id } of own) {
      const pet = await findPet(ctx, actor, id);
      if (!pet) continue;
      const pdf = await renderPetCard(ctx, pet, actor.language, { today, ownerName: displayName(actor) });
      yield { of: pet.name, pdf };
    }
  },
};
