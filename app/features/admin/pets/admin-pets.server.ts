import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { breedSpellings } from "#app/features/pets/breeds-and-colours.ts";
import type { CorrectionForm } from "#app/features/pets/pets.forms.server.ts";
import { type AdminPetState, adminPetStates, type PetType, petTypes } from "#app/features/pets/pets.rules.ts";
import { livePet, petLost, pets } from "#app/features/pets/pets.tables.server.ts";
import { matchesCode, readSearchText } from "#app/features/tags/manage/tag-search.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { countUpTo } from "#app/platform/db/counts.server.ts";
import { readSearchTerms } from "#app/platform/db/phone-search.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { type ListOrder, readListOrder, readListQuery } from "#app/platform/http/list-query.ts";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { dayStart } from "#app/platform/i18n/time-zones.rules.ts";

/** What administrators see of a pet: how it looks and whose it is. Its record, its microchip and its people are its owner's. */
const shownColumns = {
  id: pets.id,
  version: pets.version,
  name: pets.name,
  type: pets.type,
  otherType: pets.otherType,
  breed: pets.breed,
  gender: pets.gender,
  color: pets.color,
  photoId: pets.photoId,
  photoFocusX: pets.photoFocusX,
  photoFocusY: pets.photoFocusY,
  createdAt: pets.createdAt,
  removedAt: pets.removedAt,
  ownerId: pets.ownerId,
  ownerName: users.name,
  ownerEmail: sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})`,
  lostSince: petLost.since,
};

const select = ({ db }: AppContext) =>
  db
    .select(shownColumns)
    .from(pets)
    .innerJoin(users, eq(users.id, pets.ownerId))
    .leftJoin(petLost, eq(petLost.petId, pets.id))
    .$dynamic();

const inState = { live: livePet, lost: and(livePet, isNotNull(petLost.since)), removed: isNotNull(pets.removedAt) };

/** The columns by which the list can be ordered. */
const petColumns = ["added", "name"] as const;
type PetOrder = ListOrder<(typeof petColumns)[number]>;

export interface PetSearch {
  /** What the pet is called and looks like, its owner, the code of its tag, or the number of its microchip. */
  search?: string;
  type?: PetType | undefined;
  state?: AdminPetState | undefined;
  /** The id of its owner. */
  owner?: string | undefined;
  /** Calendar days (`YYYY-MM-DD`) of the administrator's zone on which pets were added, both included. */
  from?: string | undefined;
  to?: string | undefined;
  order?: PetOrder | undefined;
  /** From 1. */
  page?: number;
}

/** Reads the filters of the list's address. */
export function readPetSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, {
    type: petTypes,
    state: adminPetStates,
    owner: 40,
    from: 10,
    to: 10,
  });
  return { search, ...filters, page, order: readListOrder(request, petColumns, "-added") };
}

const pageSize = 50;
/** Rows are counted so far and no further. */
const maxCounted = 5_000;
/** People and tags of a word that are looked through. */
const maxNamed = 200;
const minChipLength = 9;

/** People and tags are found first, by their own indexes, so that no list is read whole. */
async function findMatchingPets({ db }: AppContext, typed: string): Promise<SQL | undefined> {
  const text = readSearchText(typed);
  if (readSearchTerms(text).length === 0) return undefined;
  const [people, tagged] = await Promise.all([
    db.select({ id: users.id }).from(users).where(matchesSearch(users.search, text)).limit(maxNamed),
    db
      .select({ id: tags.petId })
      .from(tags)
      .where(and(or(matchesSearch(tags.search, text), matchesCode(text)), isNotNull(tags.petId)))
      .limit(maxNamed),
  ]);
  const petIds = tagged.flatMap(({ id }) => id ?? []);
  const chip = foldDigits(text).replace(/[\s-]/g, "").toUpperCase();
  return or(
    ...breedSpellings(text).map((spelling) => matchesSearch(pets.searchText, spelling)),
    people.length > 0
      ? inArray(
          pets.ownerId,
          people.map(({ id }) => id),
        )
      : undefined,
    petIds.length > 0 ? inArray(pets.id, petIds) : undefined,
    chip.length >= minChipLength ? eq(pets.microchip, chip) : undefined,
  );
}

async function buildPetFilter(ctx: AppContext, admin: Actor, search: PetSearch): Promise<SQL | undefined> {
  const { type, state = "live", owner } = search;
  const since = dayStart(search.from, admin.timeZone);
  const until = dayStart(search.to, admin.timeZone, 1);
  return and(
    inState[state],
    await findMatchingPets(ctx, search.search ?? ""),
    type && eq(pets.type, type),
    owner && isId(owner) ? eq(pets.ownerId, owner) : undefined,
    since && gte(pets.createdAt, since),
    until && lt(pets.createdAt, until),
  );
}

function selectInOrder({ db }: AppContext, wanted: SQL | undefined, search: PetSearch) {
  const direction = search.order && !search.order.isDescending ? asc : desc;
  // Ids grow with time; between two days the index of the days knows better.
  const added = search.from || search.to ? [direction(pets.createdAt), direction(pets.id)] : [direction(pets.id)];
  const chosen = db
    .select({ id: pets.id, name: sql<string>`${pets.name}`.as("name") })
    .from(pets)
    .$dynamic();
  return (search.state === "lost" ? chosen.innerJoin(petLost, eq(petLost.petId, pets.id)) : chosen)
    .where(wanted)
    .orderBy(...(search.order?.by === "name" ? [direction(pets.name), direction(pets.id)] : added))
    .$dynamic();
}

/**
 * All pets, newest first, 50 a page; those put aside only when asked for. The first 5,000 are counted; `isMore` says that
 * there are others. Only for administrators.
 */
export async function listAllPets(ctx: AppContext, admin: Actor, search: PetSearch) {
  requireAdmin(admin);
  const page = search.page ?? 1;
  const wanted = await buildPetFilter(ctx, admin, search);
  const found = await selectInOrder(ctx, wanted, search)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const ids = found.map(({ id }) => id);
  const rows = ids.length ? await select(ctx).where(inArray(pets.id, ids)) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { total, isMore } = await countUpTo(ctx, selectInOrder(ctx, wanted, search), maxCounted);
  return {
    pets: ids.flatMap((id) => byId.get(id) ?? []),
    total,
    isMore,
    page,
    pageCount: Math.ceil(total / pageSize),
  };
}

const csvColumns = ["name", "type", "breed", "gender", "owner", "owner_email", "lost_since", "added_at", "removed_at"];

/** The matching pets as CSV, in the order in which they were added. Only for administrators. */
export async function* exportPets(ctx: AppContext, admin: Actor, search: PetSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  yield* formatCsv(csvColumns, petRows(ctx, await buildPetFilter(ctx, admin, search)));
}

async function* petRows(ctx: AppContext, wanted: SQL | undefined): AsyncGenerator<CsvCell[][]> {
  let after: string | undefined;
  for (;;) {
    const rows = await select(ctx)
      .where(and(wanted, after ? gt(pets.id, after) : undefined))
      .orderBy(pets.id)
      .limit(500);
    if (rows.length === 0) return;
    yield rows.map((pet) => [
      pet.name,
      pet.otherType ?? pet.type,
      pet.breed,
      pet.gender,
      pet.ownerName,
      pet.ownerEmail,
      pet.lostSince?.toISOString() ?? null,
      pet.createdAt.toISOString(),
      pet.removedAt?.toISOString() ?? null,
    ]);
    after = rows.at(-1)?.id;
  }
}

/** One pet as administrators see it, put aside or not. */
export async function getPetForAdmin(ctx: AppContext, admin: Actor, petId: string) {
  requireAdmin(admin);
  const [pet] = isId(petId) ? await select(ctx).where(eq(pets.id, petId)) : [];
  if (!pet) throw notFound();
  return pet;
}

/**
 * Corrects what a pet is called and how it looks, on behalf of its owner. Refuses a pet that was put aside and, saying
 * who changed what, one that was changed since the form was opened.
 */
export async function updatePetAsAdmin(
  ctx: AppContext,
  admin: Actor,
  petId: string,
  { version, ...form }: CorrectionForm,
): Promise<void> {
  requireAdmin(admin);
  if (!isId(petId)) throw notFound();
  await transaction(ctx, async (tx) => {
    const mine = and(eq(pets.id, petId), livePet);
    const [before] = await tx.db.select().from(pets).where(mine).for("no key update");
    if (!before) throw notFound();
    if (before.version !== version) throw await changedMeanwhile(tx, petId);
    await updatePetLooks(tx, admin, before, { ...form, otherType: form.type === "other" ? form.otherType : null });
  });
}

type Pet = typeof pets.$inferSelect;

/** Writes other looks of a pet whose row is locked, with a note in the log. */
export async function updatePetLooks(tx: AppContext, admin: Actor, pet: Pet, looks: Partial<Pet>): Promise<Pet> {
  requireAdmin(admin);
  const [after] = await tx.db
    .update(pets)
    .set({ ...looks, version: pet.version + 1, updatedAt: tx.clock.now() })
    .where(eq(pets.id, pet.id))
    .returning();
  await recordChange(tx, admin, {
    action: "pet.correct",
    subject: { kind: "pet", id: pet.id, name: pet.name, personId: pet.ownerId },
    before: pet,
    after,
  });
  return after!;
}

/** What a selection among the pets is about: the ticked ones, or all that match `search`; for a bulk action. */
export async function selectPets(
  ctx: AppContext,
  admin: Actor,
  { ids, all }: Selection,
  search: PetSearch,
): Promise<SQL> {
  requireAdmin(admin);
  if (all) return selectInOrder(ctx, await buildPetFilter(ctx, admin, search), search).getSQL();
  return selectInOrder(ctx, inArray(pets.id, ids), { order: search.order }).getSQL();
}

/** The last correction says who and what, if the last change was one. */
async function changedMeanwhile({ db }: AppContext, petId: string): Promise<AppError> {
  const [last] = await db
    .select({ at: auditLog.at, after: auditLog.after, by: users.name, changedAt: pets.updatedAt })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .innerJoin(pets, eq(pets.id, petId))
    .where(and(eq(auditLog.subjectId, petId), eq(auditLog.action, "pet.correct")))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  if (!last || last.at < last.changedAt) return new AppError("adminPets.meanwhileOwner", 409, { field: "version" });
  const what = Object.values(last.after ?? {}).join(", ");
  return new AppError("adminPets.meanwhileAdmin", 409, { field: "version", params: { name: last.by, what } });
}
