import { and, eq, inArray, isNotNull, isNull, like, not, or, type SQL, sql } from "drizzle-orm";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { formatLikePattern } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { codeKey } from "../tag-code.rules.ts";
import { ownStates, type TagSort, type TagStateName, tagSorts } from "../tags.rules.ts";
import { tags } from "../tags.tables.server.ts";

const isActive = eq(tags.status, "active");

/**
 * A removed pet does not count until it is restored. A subquery rather than `exists`, whose join made PostgreSQL
 * misestimate the number of tags by a factor of a hundred and sort all of them for a list that needs the newest.
 */
const hasPet = sql`coalesce((select true from ${pets} where ${pets.id} = ${tags.petId} and ${livePet}), false)`;

export const inState: Record<TagStateName, SQL | undefined> = {
  available: and(isActive, isNull(tags.ownerId)),
  unlinked: and(isActive, isNotNull(tags.ownerId), not(hasPet)),
  linked: and(isActive, isNotNull(tags.ownerId), hasPet),
  inactive: eq(tags.status, "inactive"),
};

/** Returns typed search text as one line of at most 80 characters. */
export function readSearchText(typed: string | null | undefined): string {
  return asLine(typed ?? "").slice(0, 80);
}

/** Matches tags whose code contains these characters in any spelling; undefined for text that cannot be a code. */
export function matchesCode(text: string): SQL | undefined {
  const key = codeKey(text);
  const signs = foldForSearch(text).replace(/[^\p{L}\p{N}]/gu, "");
  return key && key.length === signs.length ? like(tags.codeKey, formatLikePattern(key)) : undefined;
}

export interface TagSearch {
  search?: string | undefined;
  state?: (typeof ownStates)[number] | undefined;
  petId?: string | undefined;
}

/** Reads the search from a URL or form; invalid values are ignored. */
export function readTagSearch(query: { get(name: string): unknown }): TagSearch & { order: TagSort; page: number } {
  const text = (name: string) => String(query.get(name) ?? "");
  const pet = text("pet");
  return {
    search: readSearchText(text("q")),
    state: ownStates.find((one) => one === text("state")),
    petId: isId(pet) ? pet : undefined,
    order: tagSorts.find((one) => one === text("sort")) ?? "newest",
    page: Math.trunc(Number(text("page"))) || 1,
  };
}

/** Condition for the actor's matching tags: code, label or pet name, state, and pet. */
export async function buildOwnTagFilter(ctx: AppContext, actor: Actor, { search, state, petId }: TagSearch) {
  const text = readSearchText(search);
  return and(
    eq(tags.ownerId, actor.id),
    state ? inState[state] : undefined,
    petId ? eq(tags.petId, petId) : undefined,
    text ? await buildTextFilter(ctx, actor, text) : undefined,
  );
}

async function buildTextFilter(ctx: AppContext, actor: Actor, text: string): Promise<SQL | undefined> {
  const form = foldForSearch(text);
  const named = (await listPets(ctx, actor)).filter(({ name }) => foldForSearch(name).includes(form));
  return or(
    matchesCode(text),
    like(tags.labelSearch, formatLikePattern(form)),
    inArray(
      tags.petId,
      named.map(({ id }) => id),
    ),
  );
}
