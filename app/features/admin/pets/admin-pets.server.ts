import { and, asc, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { listChanges, recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import { matchesPetNumber } from "#app/features/pets/pet-search.server.ts";
import type { CorrectionForm, PetCorrection } from "#app/features/pets/pets.forms.server.ts";
import { type AdminPetState, adminPetStates, type PetType, petTypes } from "#app/features/pets/pets.rules.ts";
import { briefPetColumns, livePet, petLost, pets } from "#app/features/pets/pets.tables.server.ts";
import { breedSpellings } from "#app/features/pets/texts/breeds-and-colours.ts";
import { matchesCode, readSearchText } from "#app/features/tags/manage/tag-search.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { countUpTo, waitingRows } from "#app/platform/db/counts.server.ts";
import { matchesSearch, readSearchTerms } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { isWithinDays, pageOf } from "#app/platform/http/list-pages.server.ts";
import { type ListSort, readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatAuditLines } from "../audit-log/audit-log-texts.server.ts";

/** Columns that administrators see: appearance and owner. Record, microchip and contacts are private to the owner. */
const shownColumns = {
  ...briefPetColumns,
  version: pets.version,
  gender: pets.gender,
  habit: pets.habit,
  color: pets.color,
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

/**
 * Condition for pets one of whose microchips another pet has as well: a typing error, two profiles of one animal, or a
 * wrong owner. The numbers that occur twice are found in the two indexes alone.
 */
const sharesMicrochip = and(
  livePet,
  sql`${pets.id} in (
    select unnest(array_agg(one.id))
    from (
      select number from (
        select microchip as number from ${pets} where microchip is not null
        union all select second_microchip from ${pets} where second_microchip is not null
      ) chip group by number having count(*) > 1
    ) twice
    join ${pets} one on (one.microchip = twice.number or one.second_microchip = twice.number) and one.removed_at is null
    group by twice.number having count(*) > 1)`,
);

/** Pets with such a microchip, for `findWaiting`. */
export const petsWithSameChip = waitingRows(pets, pets.updatedAt, sharesMicrochip);

const inState = {
  live: livePet,
  lost: and(livePet, isNotNull(petLost.since)),
  sameChip: sharesMicrochip,
  removed: isNotNull(pets.removedAt),
};

const petColumns = ["added", "name"] as const;
type PetSort = ListSort<(typeof petColumns)[number]>;

export interface PetSearch {
  /** Name, appearance, owner, tag code or microchip number. */
  search?: string;
  type?: PetType | undefined;
  state?: AdminPetState | undefined;
  /** Id of the owner. */
  owner?: string | undefined;
  /** Calendar days (`YYYY-MM-DD`) of creation in the administrator's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  order?: PetSort | undefined;
  /** Starts at 1. */
  page?: number;
}

/** Reads the filters from the list's URL. */
export function readPetSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, {
    type: petTypes,
    state: adminPetStates,
    owner: 40,
    from: 10,
    to: 10,
  });
  return { search, ...filters, filters, page, order: readListSort(request, petColumns, "-added") };
}

const pageSize = 50;
const maxCounted = 5_000;
/** Maximum number of users and tags considered for a search. */
const maxNamed = 200;

/** Looks up matching users and tags first, by their own indexes, to avoid a scan of the whole table. */
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
  return or(
    ...breedSpellings(text).map((spelling) => matchesSearch(pets.searchText, spelling)),
    people.length > 0
      ? inArray(
          pets.ownerId,
          people.map(({ id }) => id),
        )
      : undefined,
    petIds.length > 0 ? inArray(pets.id, petIds) : undefined,
    matchesPetNumber(text),
  );
}

async function buildPetFilter(ctx: AppContext, admin: Actor, search: PetSearch): Promise<SQL | undefined> {
  const { type, state = "live", owner } = search;
  return and(
    inState[state],
    await findMatchingPets(ctx, search.search ?? ""),
    type && eq(pets.type, type),
    owner && isId(owner) ? eq(pets.ownerId, owner) : undefined,
    isWithinDays(pets.createdAt, search, admin.timeZone),
  );
}

function sortBy({ order, from, to }: PetSearch): SQL[] {
  const direction = order && !order.isDescending ? asc : desc;
  if (order?.by === "name") return [direction(pets.name), direction(pets.id)];
  // Ids grow with time; for a range of days the index on the date is more selective.
  return from || to ? [direction(pets.createdAt), direction(pets.id)] : [direction(pets.id)];
}

function selectSorted({ db }: AppContext, filter: SQL | undefined, search: PetSearch) {
  const chosen = db
    .select({ id: pets.id, name: sql<string>`${pets.name}`.as("name") })
    .from(pets)
    .$dynamic();
  return (search.state === "lost" ? chosen.innerJoin(petLost, eq(petLost.petId, pets.id)) : chosen)
    .where(filter)
    .orderBy(...sortBy(search))
    .$dynamic();
}

/**
 * Returns one page of pets, the newest first, 50 per page; removed ones only when requested. Counts at most 5,000
 * matches; `isMore` is set when there are more. Administrators only.
 */
export async function listAllPets(ctx: AppContext, admin: Actor, search: PetSearch) {
  requireAdmin(admin);
  const filter = await buildPetFilter(ctx, admin, search);
  const sorted = selectSorted(ctx, filter, search);
  const asked = { ...(await countUpTo(ctx, sorted, maxCounted)), page: search.page, size: pageSize };
  const { rows, ...page } = await pageOf(sorted, asked, (ids) =>
    select(ctx)
      .where(inArray(pets.id, ids))
      .orderBy(...sortBy(search)),
  );
  return { pets: rows, ...page };
}

const csvColumns: CsvColumns<Awaited<ReturnType<typeof select>>[number]> = [
  ["name", ({ name }) => name],
  ["type", ({ type, otherType }) => otherType ?? type],
  ["breed", ({ breed }) => breed],
  ["gender", ({ gender }) => gender],
  ["owner", ({ ownerName }) => ownerName],
  ["owner_email", ({ ownerEmail }) => ownerEmail],
  ["lost_since", ({ lostSince }) => lostSince?.toISOString() ?? null],
  ["added_at", ({ createdAt }) => createdAt.toISOString()],
  ["removed_at", ({ removedAt }) => removedAt?.toISOString() ?? null],
];

/** Yields the matching pets as CSV, in order of creation. Administrators only. */
export async function* exportPets(ctx: AppContext, admin: Actor, search: PetSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = await buildPetFilter(ctx, admin, search);
  yield* formatCsvList(csvColumns, 500, (after) =>
    select(ctx)
      .where(and(filter, after ? gt(pets.id, after) : undefined))
      .orderBy(pets.id)
      .limit(500),
  );
}

/** Returns one pet as administrators see it, also when it is removed. */
export async function getPetForAdmin(ctx: AppContext, admin: Actor, petId: string) {
  requireAdmin(admin);
  const [pet] = await select(ctx).where(eq(pets.id, petId));
  if (!pet) throw notFound();
  return pet;
}

/**
 * Corrects a pet's name and appearance on behalf of its owner. Throws 404 for a removed pet, and 409 when it was
 * changed since the form was opened, naming the administrator and the change if it was a correction.
 */
export async function updatePetAsAdmin(
  ctx: AppContext,
  admin: Actor,
  petId: string,
  { version, ...form }: CorrectionForm,
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const condition = and(eq(pets.id, petId), livePet);
    const [before] = await tx.db.select().from(pets).where(condition).for("no key update");
    if (!before) throw notFound();
    if (before.version !== version) throw await buildConflictError(tx, petId);
    await updatePetAppearance(tx, admin, before, { ...form, otherType: form.type === "other" ? form.otherType : null });
  });
}

type PetRow = typeof pets.$inferSelect;

/** Updates the appearance of a pet whose row is locked, with an entry in the audit log. */
async function updatePetAppearance(tx: AppContext, admin: Actor, pet: PetRow, looks: Partial<PetRow>): Promise<PetRow> {
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

/** Returns the query for the pets of a bulk action: the selected ones, or all that match `search`. */
export async function selectPets(
  ctx: AppContext,
  admin: Actor,
  { ids, all }: Selection,
  search: PetSearch,
): Promise<SQL> {
  requireAdmin(admin);
  if (all) return selectSorted(ctx, await buildPetFilter(ctx, admin, search), search).getSQL();
  return selectSorted(ctx, inArray(pets.id, ids), { order: search.order }).getSQL();
}

/** Returns the error for a concurrent change; names the last correction if that was the last change. */
async function buildConflictError({ db }: AppContext, petId: string): Promise<AppError> {
  const [last] = await db
    .select({ at: auditLog.at, after: auditLog.after, by: users.name, changedAt: pets.updatedAt })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .innerJoin(pets, eq(pets.id, petId))
    .where(and(eq(auditLog.subjectId, petId), eq(auditLog.action, "pet.correct")))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  if (!last || last.at < last.changedAt) return new AppError("adminPets.meanwhileOwner", 409, { field: "version" });
  const correction = Object.values(last.after ?? {}).join(", ");
  return new AppError("adminPets.meanwhileAdmin", 409, {
    field: "version",
    params: { name: last.by, what: correction },
  });
}

/** Returns everything that an administrator sees of one pet: appearance, tags, reports and corrections. */
export async function getPetFacts(ctx: AppContext, admin: Actor, petId: string, language: Language) {
  const pet = await getPetForAdmin(ctx, admin, petId);
  const [ownTags, reports, history] = await Promise.all([
    ctx.db
      .select({ id: tags.id, code: tags.code, status: tags.status, petId: tags.petId, mark: tags.mark })
      .from(tags)
      .where(eq(tags.petId, pet.id))
      .orderBy(desc(tags.linkedAt))
      .limit(10),
    ctx.db
      .select({ id: posts.id, kind: posts.kind, status: posts.status, createdAt: posts.createdAt })
      .from(posts)
      .where(eq(posts.petId, pet.id))
      .orderBy(desc(posts.id))
      .limit(5),
    listChanges(ctx, admin, { subject: pet.id }),
  ]);
  return {
    pet,
    tags: ownTags,
    reports,
    history: formatAuditLines(ctx.translator(language), history.changes.slice(0, 10)),
  };
}

interface Corrected {
  /** The pet's version after the correction. */
  version: number;
  looks: Partial<typeof pets.$inferSelect>;
}

async function lockPet({ db }: AppContext, petId: string) {
  const [pet] = await db.select().from(pets).where(eq(pets.id, petId)).for("no key update");
  if (!pet) throw notFound();
  if (pet.removedAt) throw new AppError("adminPets.bulk.isRemoved", 409);
  return pet;
}

/** Applies one correction to many pets. Rejects a removed pet and one that already matches. */
export const correctPets: BulkAction<PetCorrection> = {
  kind: "pets.correct",
  async apply(tx, admin, petId, correction): Promise<Corrected> {
    const pet = await lockPet(tx, petId);
    const { type = pet.type } = correction;
    const looks = { ...correction, otherType: type === "other" ? pet.otherType : null };
    const changed = (Object.keys(looks) as (keyof typeof looks)[]).filter((name) => looks[name] !== pet[name]);
    if (changed.length === 0) throw new AppError("adminPets.bulk.sameAlready", 409);
    const { version } = await updatePetAppearance(tx, admin, pet, looks);
    return { version, looks: Object.fromEntries(changed.map((name) => [name, pet[name]])) };
  },
  async undo(tx, admin, petId, before) {
    const { version, looks } = before as Corrected;
    const pet = await lockPet(tx, petId);
    if (pet.version !== version) throw new AppError("adminPets.bulk.changedSince", 409);
    await updatePetAppearance(tx, admin, pet, looks);
  },
};

export const petBulkActions = [correctPets] as const;
