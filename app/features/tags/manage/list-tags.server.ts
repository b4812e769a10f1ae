import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { LoaderFunctionArgs } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { getReachability } from "#app/features/pets/reachability/reachability.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { listAwaitedReplacements, successors } from "../replacements.server.ts";
import type { TagSort } from "../tags.rules.ts";
import { tags } from "../tags.tables.server.ts";
import { buildOwnTagFilter, readTagSearch, type TagSearch } from "./tag-search.server.ts";

const orders: Record<TagSort, SQL[]> = {
  newest: [desc(tags.claimedAt), desc(tags.id)],
  changed: [desc(tags.updatedAt), desc(tags.id)],
  code: [asc(tags.codeKey)],
  pet: [sql`${pets.name} asc nulls last`, asc(tags.codeKey)],
};

const predecessors = alias(tags, "predecessors");

export interface TagListOptions extends TagSearch {
  order?: TagSort;
  /** From 1; a page beyond the last is read as the last. */
  page?: number;
  pageSize?: number;
}

/** Returns a page of the actor's matching tags with their pets, the number of matches and the total number. */
export async function listTags(ctx: AppContext, actor: Actor, options: TagListOptions = {}) {
  const { order = "newest", pageSize = 50 } = options;
  const matching = await buildOwnTagFilter(ctx, actor, options);
  const counting = ctx.db
    .select({ all: count(), found: sql<number>`count(*) filter (where ${matching})`.mapWith(Number) })
    .from(tags)
    .where(eq(tags.ownerId, actor.id));
  const [counted = { all: 0, found: 0 }] = await counting;
  const pageCount = Math.max(1, Math.ceil(counted.found / pageSize));
  const page = Math.min(Math.max(1, options.page ?? 1), pageCount);
  const rows = await ctx.db
    .select({
      id: tags.id,
      code: tags.code,
      status: tags.status,
      label: tags.label,
      mark: tags.mark,
      replacedAt: tags.replacedAt,
      replaceAskedAt: tags.replaceAskedAt,
      /** Codes of the tag that replaced it, and of the one that it replaced. */
      successorCode: successors.code,
      predecessorCode: predecessors.code,
      petId: pets.id,
      petName: pets.name,
      petType: pets.type,
      photoId: pets.photoId,
      updatedAt: tags.updatedAt,
    })
    .from(tags)
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .leftJoin(successors, eq(successors.replacesId, tags.id))
    .leftJoin(predecessors, eq(predecessors.id, tags.replacesId))
    .where(matching)
    .orderBy(...orders[order])
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { tags: rows, total: counted.all, found: counted.found, page, pageCount };
}

export type OwnTag = Awaited<ReturnType<typeof listTags>>["tags"][number];

/** Returns the data of both views of an owner's tags: the tags that the URL selects, and the available options. */
export async function getTagsView({ request, context }: LoaderFunctionArgs, pageSize: number) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const asked = readTagSearch(query);
  const [found, pets, awaited, reachability] = await Promise.all([
    listTags(ctx, actor, { ...asked, pageSize }),
    listPets(ctx, actor),
    listAwaitedReplacements(ctx, actor),
    getReachability(ctx, actor),
  ]);
  const { search = "", state = null, petId = null, order } = asked;
  return {
    ...found,
    asked: { search, state, petId, order, isNarrowed: Boolean(search || state || petId) },
    code: (query.get("code") ?? "").slice(0, 60),
    awaited,
    reachability,
    pets: pets.map(({ id, name }) => ({ id, name })),
    publicUrl: ctx.settings.publicUrl,
  };
}

export type TagsView = Awaited<ReturnType<typeof getTagsView>>;
