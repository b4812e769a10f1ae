import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { listConsents } from "#app/features/phone/consent.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";
import { livePet, petContacts, petLost, pets } from "../pets.tables.server.ts";

const pageSize = 24;

/** Columns that a pet card shows. */
export const cardColumns = {
  id: pets.id,
  name: pets.name,
  type: pets.type,
  otherType: pets.otherType,
  breed: pets.breed,
  color: pets.color,
  gender: pets.gender,
  birthdate: pets.birthdate,
  photoId: pets.photoId,
  photoFocusX: pets.photoFocusX,
  photoFocusY: pets.photoFocusY,
};

type Owner = { id: string };

/** Lists all of the actor's pets, the oldest first, for selection lists. */
export async function listPets(ctx: AppContext, actor: Owner) {
  return ctx.db
    .select(cardColumns)
    .from(pets)
    .where(and(eq(pets.ownerId, actor.id), livePet))
    .orderBy(asc(pets.createdAt), asc(pets.id));
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
  const consents = await listConsents(
    ctx,
    rows.map(({ phone }) => phone),
  );
  return own.map((pet) => ({
    ...pet,
    contacts: rows
      .filter(({ petId }) => petId === pet.id)
      .map(({ position, name, email, phone }) => {
        const consent = consents.get(phone)?.consent ?? "unasked";
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
  const wanted = and(own, livePet, matchesWords(pets.searchText, searchWords(query)));
  const howMany = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number);
  const [counted] = await ctx.db
    .select({ found: howMany(wanted), total: howMany(livePet), removed: howMany(isNotNull(pets.removedAt)) })
    .from(pets)
    .where(own);
  const { found, total, removed } = counted ?? { found: 0, total: 0, removed: 0 };
  const pageCount = Math.max(1, Math.ceil(found / pageSize));
  const shown = Math.min(Math.max(1, page), pageCount);
  const rows = await ctx.db
    .select({ ...cardColumns, isLost: sql<boolean>`${petLost.petId} is not null` })
    .from(pets)
    .leftJoin(petLost, eq(petLost.petId, pets.id))
    .where(wanted)
    .orderBy(asc(pets.createdAt), asc(pets.id))
    .limit(pageSize)
    .offset((shown - 1) * pageSize);
  return { pets: rows, found, total, removed, page: shown, pageCount };
}
