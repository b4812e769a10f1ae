import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { listContactConsents } from "#app/features/phone/consent.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { searchWords } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { accessTo, canSeePet, caregiverAt, type PetAccess } from "../caregivers.rules.ts";
import { getMoment, isOpenCareOf } from "../pet-access.server.ts";
import type { Lost } from "../pets.rules.ts";
import { type PetWithRecords, recordColumns } from "../pets.server.ts";
import {
  briefPetColumns,
  livePet,
  petCaregivers,
  petContacts,
  petLost,
  petMedical,
  pets,
  petVets,
} from "../pets.tables.server.ts";

const pageSize = 24;

/** Columns that a pet card shows. */
const cardColumns = {
  ...briefPetColumns,
  color: pets.color,
  gender: pets.gender,
  birthdate: pets.birthdate,
};

type Owner = { id: string };

const selectPets = createPreparedQuery((db) =>
  db
    .select(cardColumns)
    .from(pets)
    .where(and(eq(pets.ownerId, sql.placeholder("ownerId")), livePet))
    .orderBy(asc(pets.createdAt), asc(pets.id)),
);

/** Lists all of the actor's pets, the oldest first, for selection lists. */
export async function listPets({ db }: Pick<AppContext, "db">, actor: Owner) {
  return selectPets(db).execute({ ownerId: actor.id });
}

/** Lists the actor's pets with the emergency contacts of each, in the order in which they are notified. */
export async function listContacts(ctx: AppContext, actor: Owner) {
  const own = await ctx.db
    .select({ id: pets.id, name: pets.name })
    .from(pets)
    .where(and(eq(pets.ownerId, actor.id), livePet))
    .orderBy(asc(pets.createdAt), asc(pets.id))
    .limit(100);
  const ids = own.map(({ id }) => id);
  const rows = ids.length
    ? await ctx.db.select().from(petContacts).where(inArray(petContacts.petId, ids)).orderBy(asc(petContacts.position))
    : [];
  const consents = await listContactConsents(
    ctx,
    actor.id,
    rows.map(({ phone }) => phone),
  );
  return own.map((pet) => ({
    ...pet,
    contacts: rows
      .filter(({ petId }) => petId === pet.id)
      .map(({ position, name, email, phone }) => {
        const consent = consents.get(phone) ?? "unasked";
        return { position, name, consent, isReachable: email !== null || consent === "agreed" };
      }),
  }));
}

/**
 * Returns one page of the actor's pets, 24 per page, the oldest first. Each word of `query` must occur in the name,
 * breed, colour or type, in any Arabic spelling. Also returns the number of matches, of all pets and of removed pets.
 */
export async function listPetsPage(ctx: AppContext, actor: Owner, { query, page }: { query: string; page: number }) {
  const own = eq(pets.ownerId, actor.id);
  const filter = and(own, livePet, matchesWords(pets.searchText, searchWords(query)));
  const howMany = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number);
  const [counted] = await ctx.db
    .select({ found: howMany(filter), total: howMany(livePet), removed: howMany(isNotNull(pets.removedAt)) })
    .from(pets)
    .where(own);
  const { found, total, removed } = counted ?? { found: 0, total: 0, removed: 0 };
  const pageCount = Math.max(1, Math.ceil(found / pageSize));
  const shown = Math.min(Math.max(1, page), pageCount);
  const rows = await ctx.db
    .select({ ...cardColumns, isLost: sql<boolean>`${petLost.petId} is not null` })
    .from(pets)
    .leftJoin(petLost, eq(petLost.petId, pets.id))
    .where(filter)
    .orderBy(asc(pets.createdAt), asc(pets.id))
    .limit(pageSize)
    .offset((shown - 1) * pageSize);
  return { pets: rows, found, total, removed, page: shown, pageCount };
}

type UserRef = { id: string };

/**
 * Returns a pet as its owner or a caregiver may read it, with the reader's access, the owner's first name, and whether
 * the pet is lost.
 * Caregivers never get what is reserved for the owner: emergency contacts, the phone number for finders, and what
 * finders are shown. 404 for users without access or whose access does not satisfy `may`.
 */
export async function getPetAs(
  ctx: AppContext,
  actor: UserRef,
  petId: string,
  may: (access: PetAccess | null) => boolean = canSeePet,
) {
  const [row] = await ctx.db
    .select({
      ...recordColumns,
      owner: { timeZone: users.timeZone, firstName: users.firstName },
      care: petCaregivers,
      isLost: sql<boolean>`exists (select 1 from ${petLost} where ${petLost.petId} = ${pets.id})`,
    })
    .from(pets)
    .innerJoin(users, eq(users.id, pets.ownerId))
    .leftJoin(petCaregivers, isOpenCareOf(actor))
    .leftJoin(petMedical, eq(petMedical.petId, pets.id))
    .leftJoin(petVets, eq(petVets.petId, pets.id))
    .where(and(eq(pets.id, petId), livePet));
  const access = row ? accessTo(actor, row.pet, row.care, getMoment(ctx, row.owner)) : null;
  if (!row || !access || !may(access)) throw notFound();
  const pet = { ...row.pet, medical: row.medical, vet: row.vet, contacts: row.contacts };
  return {
    pet: access === "owner" ? pet : omitOwnerFields(pet),
    access,
    ownerName: row.owner.firstName,
    untilDay: row.care?.untilDay ?? null,
    isLost: row.isLost,
  };
}

function omitOwnerFields(pet: PetWithRecords): PetWithRecords {
  return { ...pet, contacts: [], finderPhone: null, showPhone: false, shown: [] };
}

/**
 * Lists the pets that the actor cares for, each with its owner's first name and the actor's level, the longest cared
 * for first. With the level `alerts` the actor sees no more of a pet than a finder would.
 */
export async function listCaredPets(ctx: AppContext, actor: UserRef) {
  const rows = await ctx.db
    .select({ pet: { ...cardColumns, shown: pets.shown }, care: petCaregivers, ownerName: users.firstName, users })
    .from(petCaregivers)
    .innerJoin(pets, and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, petCaregivers.ownerId), livePet))
    .innerJoin(users, eq(users.id, pets.ownerId))
    .where(
      and(eq(petCaregivers.caregiverId, actor.id), isNull(petCaregivers.endedAt), isNotNull(petCaregivers.acceptedAt)),
    )
    .orderBy(asc(petCaregivers.acceptedAt), asc(petCaregivers.id))
    .limit(100);
  return rows.flatMap(({ pet: { shown, ...pet }, care, ownerName, users: owner }) => {
    const level = caregiverAt(care, getMoment(ctx, owner));
    if (!level) return [];
    if (level !== "alerts") return { ...pet, level, ownerName };
    const photoId = shown.includes("photo") ? pet.photoId : null;
    return { ...pet, photoId, breed: null, color: null, birthdate: null, level, ownerName };
  });
}

/**
 * Marks a pet as lost, so that whoever scans its tag is told so. Marking it again replaces the details. Returns whether
 * it was not lost before, also for a removed pet; 404 for somebody else's.
 */
export async function markLost(ctx: AppContext, actor: Owner, petId: string, lost: Lost): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const [own] = await tx.db
      .select({ id: pets.id })
      .from(pets)
      .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id)))
      .for("key share");
    if (!own) throw notFound();
    const added = await tx.db
      .insert(petLost)
      .values({ petId, ...lost })
      .onConflictDoNothing()
      .returning({ petId: petLost.petId });
    if (added.length === 0) await tx.db.update(petLost).set(lost).where(eq(petLost.petId, petId));
    return added.length > 0;
  });
}

/**
 * Marks a pet as found and returns whether it was lost before. Does nothing for a pet that is not lost or is somebody
 * else's.
 */
export async function markFound({ db }: Pick<AppContext, "db">, actor: Owner, petId: string): Promise<boolean> {
  const own = db.select({ id: pets.id }).from(pets).where(eq(pets.ownerId, actor.id));
  const deleted = await db
    .delete(petLost)
    .where(and(eq(petLost.petId, petId), inArray(petLost.petId, own)))
    .returning({ petId: petLost.petId });
  return deleted.length > 0;
}

/** Returns the names of the actor's lost pets. */
export async function listLostNames({ db }: Pick<AppContext, "db">, actor: Owner): Promise<string[]> {
  const rows = await db
    .select({ name: pets.name })
    .from(petLost)
    .innerJoin(pets, eq(pets.id, petLost.petId))
    .where(and(eq(pets.ownerId, actor.id), livePet))
    .orderBy(pets.name);
  return rows.map(({ name }) => name);
}
