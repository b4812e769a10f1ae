import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Selection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { inState, matchesCode, readSearchText } from "#app/features/tags/manage/tag-search.server.ts";
import { type AdminTagState, adminTagStates } from "#app/features/tags/tags.rules.ts";
import { tagBatches, tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { countUpTo } from "#app/platform/db/counts.server.ts";
import { matchesSearch, readSearchTerms } from "#app/platform/db/text-search.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { isWithinDays, pageOf } from "#app/platform/http/list-pages.server.ts";
import { type ListSort, readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatAuditLines } from "../audit-log/audit-log-texts.server.ts";

const tagColumns = ["created", "code", "batch"] as const;
type TagListSort = ListSort<(typeof tagColumns)[number]>;

export interface AdminSearch {
  /** Code, batch, owner or pet, in any Arabic spelling. */
  search?: string | undefined;
  state?: AdminTagState | undefined;
  /** Exact name of a batch. */
  batch?: string | undefined;
  /** Calendar days (`YYYY-MM-DD`) in the administrator's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Reads the filters from the list's URL. */
export function readTagSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, { state: adminTagStates, batch: 60, from: 10, to: 10 });
  return { search, ...filters, filters, page, order: readListSort(request, tagColumns, "-created") };
}

const maxNamed = 200;

/** A literal, not a parameter, so that the planner can use the partial index. */
const isWaiting = sql`${tags.claimHash} = '-'`;

const inAdminState: Record<AdminTagState, SQL | undefined> = {
  ...inState,
  inactive: and(inState.inactive, isNull(tags.voidedAt)),
  waiting: and(isWaiting, inState.available),
  void: and(inState.inactive, isNotNull(tags.voidedAt)),
};

/** Returns the condition for the filters of the list of all tags. */
export async function buildAdminTagFilter(
  ctx: AppContext,
  admin: Pick<Actor, "timeZone">,
  { search, state, batch, ...days }: AdminSearch,
): Promise<SQL | undefined> {
  return and(
    state && inAdminState[state],
    batch ? eq(tags.batch, batch) : undefined,
    isWithinDays(tags.createdAt, days, admin.timeZone),
    await buildTextFilter(ctx, search),
  );
}

/** Looks up matching users and pets first, by their own indexes, to avoid a scan of the whole table. */
async function buildTextFilter({ db }: AppContext, typed: string | undefined): Promise<SQL | undefined> {
  const text = readSearchText(typed);
  if (readSearchTerms(text).length === 0) return undefined;
  const [people, animals] = await Promise.all([
    db.select({ id: users.id }).from(users).where(matchesSearch(users.search, text)).limit(maxNamed),
    db
      .select({ id: pets.id })
      .from(pets)
      .where(and(matchesSearch(pets.searchText, text), livePet))
      .limit(maxNamed),
  ]);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return or(
    matchesSearch(tags.search, text),
    matchesCode(text),
    people.length > 0 ? inArray(tags.ownerId, ids(people)) : undefined,
    animals.length > 0 ? inArray(tags.petId, ids(animals)) : undefined,
  );
}

function select({ db }: AppContext) {
  return db
    .select({
      id: tags.id,
      code: tags.code,
      codeKind: tags.codeKind,
      status: tags.status,
      voidedAt: tags.voidedAt,
      isWaiting: sql<boolean>`coalesce(${tags.ownerId} is null and ${isWaiting}, false)`,
      mark: tags.mark,
      batch: tags.batch,
      ownerId: tags.ownerId,
      releasedFromId: tags.releasedFromId,
      ownerName: users.name,
      ownerEmail: sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})`,
      petId: pets.id,
      petName: pets.name,
      createdAt: tags.createdAt,
      claimedAt: tags.claimedAt,
      linkedAt: tags.linkedAt,
      updatedAt: tags.updatedAt,
    })
    .from(tags)
    .leftJoin(users, eq(users.id, tags.ownerId))
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .$dynamic();
}

const pageSize = 50;

/** Matches beyond this number are not counted exactly. */
const maxCounted = 10_000;

function sortBy({ by, isDescending }: TagListSort): SQL[] {
  const direction = isDescending ? desc : asc;
  // Matches the index on batches: the newest of a batch first.
  if (by === "batch") return isDescending ? [desc(tags.batch), asc(tags.id)] : [asc(tags.batch), desc(tags.id)];
  return by === "code" ? [direction(tags.codeKey)] : [direction(tags.createdAt), direction(tags.id)];
}

/**
 * Returns one page of matching tags, 50 per page, the newest first by default. Counts at most 10,000 matches of a
 * filter; `isMore` is set when there are more. Administrators only.
 */
export async function listAllTags(
  ctx: AppContext,
  admin: Actor,
  search: AdminSearch & { order?: TagListSort; page?: number },
) {
  requireAdmin(admin);
  const order = sortBy(search.order ?? { by: "created", isDescending: true });
  const filter = await buildAdminTagFilter(ctx, admin, search);
  const sorted = selectSorted(ctx, filter, order);
  // Sorted like the list, so that both use the same index.
  const counted = filter ? await countUpTo(ctx, sorted, maxCounted) : { total: await ctx.db.$count(tags) };
  const { rows, ...page } = await pageOf(sorted, { ...counted, page: search.page, size: pageSize }, (ids) =>
    select(ctx)
      .where(inArray(tags.id, ids))
      .orderBy(...order),
  );
  return { tags: rows, ...page };
}

function selectSorted({ db }: AppContext, filter: SQL | undefined, order: SQL[]) {
  return db
    .select({ id: tags.id, name: tags.code })
    .from(tags)
    .where(filter)
    .orderBy(...order)
    .$dynamic();
}

/** Returns the query for the tags of a bulk action: the selected ones, or all that match `search`. */
export async function selectTags(
  ctx: AppContext,
  admin: Actor,
  selection: Selection,
  search: AdminSearch & { order: TagListSort },
): Promise<SQL> {
  const filter = await buildSelectionFilter(ctx, admin, selection, search);
  return selectSorted(ctx, filter, sortBy(search.order)).getSQL();
}

/** Returns the condition for the selected tags, or for all that match `search`. */
export async function buildSelectionFilter(
  ctx: AppContext,
  admin: Actor,
  { ids, all }: Selection,
  search: AdminSearch,
) {
  requireAdmin(admin);
  return all ? buildAdminTagFilter(ctx, admin, search) : inArray(tags.id, ids);
}

/** Returns the query for the tags of the selected batches, for a bulk action. */
export function selectTagsOfBatches({ db }: AppContext, admin: Actor, batchIds: readonly string[]): SQL {
  requireAdmin(admin);
  const names = db
    .select({ name: tagBatches.name })
    .from(tagBatches)
    .where(inArray(tagBatches.id, [...batchIds]));
  return db
    .select({ id: tags.id, name: tags.code })
    .from(tags)
    .where(inArray(tags.batch, names))
    .orderBy(tags.batch, tags.id)
    .getSQL();
}

/** Returns one tag as administrators see it. */
export async function getTagForAdmin(ctx: AppContext, admin: Actor, tagId: string) {
  requireAdmin(admin);
  const [tag] = await select(ctx).where(eq(tags.id, tagId));
  if (!tag) throw notFound();
  return tag;
}

/** Yields the matching tags as CSV, the oldest first. Administrators only. */
export async function* exportTags(ctx: AppContext, admin: Actor, search: AdminSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = await buildAdminTagFilter(ctx, admin, search);
  const columns: CsvColumns<Awaited<ReturnType<typeof select>>[number]> = [
    ["tag_code", ({ code }) => code],
    ["url", ({ code }) => `${ctx.settings.publicUrl}/tag/${code}`],
    ["status", ({ voidedAt, status }) => (voidedAt ? "void" : status)],
    ["batch", ({ batch }) => batch],
    ["owner", ({ ownerEmail }) => ownerEmail],
    ["pet", ({ petName }) => petName],
    ["created_at", ({ createdAt }) => createdAt.toISOString()],
  ];
  yield* formatCsvList(columns, 1_000, (after) =>
    select(ctx)
      .where(and(filter, after ? gt(tags.id, after) : undefined))
      .orderBy(tags.id)
      .limit(1_000),
  );
}

/**
 * Returns everything that an administrator sees of one tag: its history, its scans, and the pets that its owner could
 * link.
 */
export async function getTagFacts(ctx: AppContext, admin: Actor, tagId: string, language: Language) {
  const tag = await getTagForAdmin(ctx, admin, tagId);
  const { db } = ctx;
  const people = sql<number>`count(*) filter (where ${inArray(scanRecords.evidence, byPeople)})`.mapWith(Number);
  const [scans] = await db
    .select({ all: count(), people, last: max(scanRecords.at) })
    .from(scanRecords)
    .where(eq(scanRecords.tagId, tag.id));
  const ownerPets = tag.ownerId
    ? await db
        .select({ id: pets.id, name: pets.name })
        .from(pets)
        .where(and(eq(pets.ownerId, tag.ownerId), livePet))
        .orderBy(asc(pets.name))
        .limit(100)
    : [];
  const [formerOwner] = tag.releasedFromId
    ? await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, tag.releasedFromId))
    : [];
  const { changes } = await listChanges(ctx, admin, { subject: tag.id });
  return {
    tag: { ...tag, seen: tag.updatedAt.getTime() },
    formerOwner: formerOwner ?? null,
    scans: { all: scans?.all ?? 0, people: scans?.people ?? 0, last: scans?.last ?? null },
    ownerPets,
    history: formatAuditLines(ctx.translator(language), changes.slice(0, 10)),
  };
}
