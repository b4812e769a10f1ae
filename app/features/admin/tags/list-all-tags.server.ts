import { and, desc, eq, gt, inArray, lt, or, type SQL } from "drizzle-orm";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { codeContains, inState, readSearchText } from "#app/features/tags/manage/tag-search.server.ts";
import type { TagStateName } from "#app/features/tags/tags.rules.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";

export interface AdminSearch {
  /** Code, batch, owner or pet, in either spelling of Arabic. */
  search?: string | undefined;
  state?: TagStateName | undefined;
  /** The very name of a batch. */
  batch?: string | undefined;
}

const mostNamed = 200;

/** What a search of all tags narrows to. */
export async function buildAdminTagFilter(
  ctx: AppContext,
  { search, state, batch }: AdminSearch,
): Promise<SQL | undefined> {
  return and(state && inState[state], batch ? eq(tags.batch, batch) : undefined, await textMatches(ctx, search));
}

/** People and pets of that name are found first, by their own indexes, so that no list is read whole. */
async function textMatches({ db }: AppContext, typed: string | undefined): Promise<SQL | undefined> {
  const text = readSearchText(typed);
  const words = searchWords(text);
  if (words.length === 0) return undefined;
  const [people, animals] = await Promise.all([
    db.select({ id: users.id }).from(users).where(matchesWords(users.search, words)).limit(mostNamed),
    db
      .select({ id: pets.id })
      .from(pets)
      .where(and(matchesWords(pets.searchText, words), livePet))
      .limit(mostNamed),
  ]);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return or(
    matchesWords(tags.search, words),
    codeContains(text),
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
      mark: tags.mark,
      batch: tags.batch,
      ownerId: tags.ownerId,
      ownerName: users.name,
      ownerEmail: users.email,
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

/** All tags, newest first, 50 a page; `after` is the last id of the page before. Only for administrators. */
export async function listAllTags(ctx: AppContext, admin: Actor, search: AdminSearch & { after?: string | null }) {
  requireAdmin(admin);
  const { after } = search;
  const rows = await select(ctx)
    .where(and(await buildAdminTagFilter(ctx, search), after && isId(after) ? lt(tags.id, after) : undefined))
    .orderBy(desc(tags.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  return { tags: page, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/** One tag as administrators see it. */
export async function getTagForAdmin(ctx: AppContext, admin: Actor, tagId: string) {
  requireAdmin(admin);
  const [tag] = isId(tagId) ? await select(ctx).where(eq(tags.id, tagId)) : [];
  if (!tag) throw notFound();
  return tag;
}

const columns = ["tag_code", "url", "status", "batch", "owner", "pet", "created_at"];

/** The matching tags as CSV, oldest first; it reads 1,000 rows at a time by id and holds nothing open in between. */
export async function* exportTags(ctx: AppContext, admin: Actor, search: AdminSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  yield* formatCsv(columns, tagRows(ctx, search));
}

async function* tagRows(ctx: AppContext, search: AdminSearch): AsyncGenerator<CsvCell[][]> {
  const wanted = await buildAdminTagFilter(ctx, search);
  let after: string | undefined;
  for (;;) {
    const rows = await select(ctx)
      .where(and(wanted, after ? gt(tags.id, after) : undefined))
      .orderBy(tags.id)
      .limit(1000);
    if (rows.length === 0) return;
    yield rows.map((row) => [
      row.code,
      `${ctx.settings.publicUrl}/tag/${row.code}`,
      row.status,
      row.batch,
      row.ownerEmail,
      row.petName,
      row.createdAt.toISOString(),
    ]);
    after = rows.at(-1)?.id;
  }
}
