import { and, eq, inArray } from "drizzle-orm";
import { lockOwnPet } from "#app/features/pets/pets.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { maxAtOnce, type TagChange } from "../tags.rules.ts";
import type { Tag } from "../tags.server.ts";
import { tags } from "../tags.tables.server.ts";
import { buildOwnTagFilter, type TagSearch } from "./tag-search.server.ts";

/** Individual tags, or all that match a search, with the number shown to the owner. */
export type TagChoice = { ids: readonly string[] } | { search: TagSearch; expected: number };

export interface TagsChanged {
  done: number;
  /** Tags that were already in the target state. */
  already: number;
  /** Tags that no longer exist or are not the actor's. */
  gone: number;
}

/**
 * Applies a change to many of the actor's tags, all or none, and returns what it did. Other users' tags are treated
 * like missing ones. Rejects an empty selection, more than 1,000 tags, someone else's pet, and a search whose number of
 * matches is no longer `expected`.
 */
export async function updateTags(
  ctx: AppContext,
  actor: Actor,
  { change, choice, petId }: { change: TagChange; choice: TagChoice; petId?: string | undefined },
): Promise<TagsChanged> {
  return transaction(ctx, async (tx) => {
    const pet = change === "link" ? await lockOwnPet(tx, actor, petId ?? "") : null;
    const { found, gone } = await lockChosen(tx, actor, choice);
    const now = ctx.clock.now();
    const target = { ...targets(now, pet?.id ?? null)[change], updatedAt: now };
    const due = found.filter((tag) => change === "remove" || !isSo(tag, change, pet?.id ?? null)).map(({ id }) => id);
    if (due.length > 0 && change === "remove") await tx.db.delete(tags).where(inArray(tags.id, due));
    else if (due.length > 0) await tx.db.update(tags).set(target).where(inArray(tags.id, due));
    return { done: due.length, already: found.length - due.length, gone };
  });
}

function targets(now: Date, petId: string | null): Record<TagChange, Partial<Tag>> {
  return {
    link: { petId, linkedAt: now },
    unlink: { petId: null, linkedAt: null },
    activate: { status: "active" },
    deactivate: { status: "inactive" },
    remove: {},
  };
}

function isSo(tag: Pick<Tag, "status" | "petId">, change: TagChange, petId: string | null): boolean {
  if (change === "link" || change === "unlink") return tag.petId === petId;
  return tag.status === (change === "activate" ? "active" : "inactive");
}

/** Locks the tags in a fixed order, so that concurrent changes of the same tags wait instead of deadlocking. */
async function lockChosen(tx: AppContext, actor: Actor, choice: TagChoice) {
  const ids = "ids" in choice ? [...new Set(choice.ids.map((id) => id.toLowerCase()))] : null;
  if (ids?.length === 0) throw new AppError("tags.chooseSome", 400, { field: "tagId" });
  if (ids && ids.length > maxAtOnce) throw createTooManyError();
  const wanted =
    "ids" in choice
      ? and(eq(tags.ownerId, actor.id), inArray(tags.id, (ids ?? []).filter(isId)))
      : await buildOwnTagFilter(tx, actor, choice.search);
  const found = await tx.db
    .select({ id: tags.id, status: tags.status, petId: tags.petId })
    .from(tags)
    .where(wanted)
    .orderBy(tags.id)
    .limit(maxAtOnce + 1)
    .for("update");
  if (found.length > maxAtOnce) throw createTooManyError();
  if ("expected" in choice && choice.expected !== found.length) throw new AppError("tags.listChanged", 409);
  return { found, gone: ids ? ids.length - found.length : 0 };
}

function createTooManyError(): AppError {
  return new AppError("tags.tooMany", 400, { params: { most: maxAtOnce } });
}
