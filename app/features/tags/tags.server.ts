import { and, eq, getTableColumns, inArray, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { PetMove } from "#app/features/pets/move-pet.server.ts";
import { lockOwnPet } from "#app/features/pets/pets.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { requireClaimCode, unissued } from "./claim-code.server.ts";
import { codeKey, isMistyped } from "./tag-code.rules.ts";
import { canChangeTag, stateOf, type TagMark } from "./tags.rules.ts";
import { tags } from "./tags.tables.server.ts";

export type Tag = typeof tags.$inferSelect;

const tagsByCode = createPreparedQuery((db) =>
  db
    .select({ ...getTableColumns(tags), petId: pets.id })
    .from(tags)
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .where(eq(tags.codeKey, sql`any(${sql.placeholder("keys")})`)),
);

/** Returns tags by their lookup keys, in one query; unknown codes are absent, and a tag of a removed pet has no pet. */
export async function findTags(ctx: AppContext, keys: string[]): Promise<Map<string, Tag>> {
  if (keys.length === 0) return new Map();
  const rows = await tagsByCode(ctx.db).execute({ keys });
  return new Map(rows.map((row) => [row.codeKey, row]));
}

export async function findTag(ctx: AppContext, code: string): Promise<Tag | null> {
  const key = codeKey(code);
  return key ? ((await findTags(ctx, [key])).get(key) ?? null) : null;
}

/** Returns the actor's own tag; 404 for someone else's. */
export async function getOwnTag(ctx: AppContext, actor: Actor, tagId: string): Promise<Tag> {
  const [tag] = await ctx.db
    .select()
    .from(tags)
    .where(and(eq(tags.id, tagId), eq(tags.ownerId, actor.id)));
  if (!tag || !canChangeTag(actor, tag)) throw notFound();
  return tag;
}

/**
 * Claims an available tag for the actor and links it to a pet, if given. Of several concurrent claims one succeeds, by
 * a single conditional update. Requires the claim code, if the tag has one, except when packing an order. Rejects
 * unknown and deactivated codes with the same error, mistyped codes, tags of another user, and a tag that an
 * administrator removed from the actor's account, unless it has a claim code or is packed.
 */
export async function claimTag(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  form: { code: string; petId?: string | undefined; claimCode?: string | undefined },
  { isPacked = false } = {},
): Promise<Tag> {
  const key = codeKey(form.code);
  const now = ctx.clock.now();
  const open = await findTag(ctx, form.code);
  if (open && stateOf(open) === "available" && !isPacked) await requireClaimCode(ctx, actor, open, form.claimCode);
  const isWithheld = !isPacked && !open?.claimHash;
  const isAsked = open?.claimHash ? eq(tags.claimHash, open.claimHash) : isNull(tags.claimHash);
  const claimed = await withTransaction(ctx, async (tx) => {
    const pet = form.petId ? await lockOwnPet(tx, actor, form.petId) : null;
    const [changed] = await tx.db
      .update(tags)
      .set({
        ownerId: actor.id,
        releasedFromId: null,
        petId: pet?.id ?? null,
        claimHash: null,
        claimedAt: now,
        linkedAt: pet ? now : null,
        updatedAt: now,
      })
      .where(
        and(
          eq(tags.codeKey, key),
          isNull(tags.ownerId),
          eq(tags.status, "active"),
          isAsked,
          isWithheld ? or(isNull(tags.releasedFromId), ne(tags.releasedFromId, actor.id)) : undefined,
        ),
      )
      .returning();
    if (changed) await separateSuccessors(tx, [changed.id]);
    return changed;
  });
  if (claimed) return claimed;
  const tag = await findTag(ctx, form.code);
  if (tag?.ownerId === actor.id) throw new AppError("tags.alreadyYours", 409, { field: "code" });
  if (tag?.ownerId && tag.status === "active") throw new AppError("tags.ownedByAnother", 409, { field: "code" });
  if (isWithheld && tag?.releasedFromId === actor.id && stateOf(tag) === "available")
    throw new AppError("tags.releasedFromYou", 403, { field: "code" });
  if (tag && stateOf(tag) === "available") throw new AppError("tags.claimCodeWrong", 400, { field: "claimCode" });
  throw new AppError(isMistyped(key) ? "tags.mistyped" : "tags.unknown", 404, { field: "code" });
}

/** Links the actor's tag to one of the actor's pets, replacing an existing link. */
export async function linkPet(ctx: AppContext, actor: Actor, form: { tagId: string; petId: string }): Promise<Tag> {
  return withTransaction(ctx, async (tx) => {
    const pet = await lockOwnPet(tx, actor, form.petId);
    return updateOwnTag(tx, actor, form.tagId, { petId: pet.id, linkedAt: tx.clock.now() });
  });
}

/** Unlinks the actor's tag, which stays in the account; scans show no pet. */
export async function unlinkPet(ctx: AppContext, actor: Actor, tagId: string): Promise<Tag> {
  return updateOwnTag(ctx, actor, tagId, { petId: null, linkedAt: null });
}

export async function activateTag(ctx: AppContext, actor: Actor, tagId: string): Promise<Tag> {
  return updateOwnTag(ctx, actor, tagId, { status: "active" });
}

/** Deactivates the actor's tag; finders then get the same response as for an unknown code. */
export async function deactivateTag(ctx: AppContext, actor: Actor, tagId: string): Promise<Tag> {
  return updateOwnTag(ctx, actor, tagId, { status: "inactive" });
}

/** Sets the owner's label of a tag ("red collar"); an empty one removes it. */
export async function updateTagLabel(
  ctx: AppContext,
  actor: Actor,
  form: { tagId: string; label: string },
): Promise<Tag> {
  const label = asLine(form.label) || null;
  return updateOwnTag(ctx, actor, form.tagId, { label, labelSearch: label && foldForSearch(label) });
}

/**
 * Marks the actor's tag as lost or stolen, or, with null, as recovered. Scans of a marked tag say so, do not show the
 * pet, and still reach the owner.
 */
export async function markTag(
  ctx: AppContext,
  actor: Actor,
  { tagId, mark }: { tagId: string; mark: TagMark | null },
): Promise<Tag> {
  return updateOwnTag(ctx, actor, tagId, { mark, markedAt: mark && ctx.clock.now() });
}

async function updateOwnTag(ctx: AppContext, actor: Actor, tagId: string, values: Partial<Tag>): Promise<Tag> {
  const [changed] = await ctx.db
    .update(tags)
    .set({ ...values, updatedAt: ctx.clock.now() })
    .where(and(eq(tags.id, tagId), eq(tags.ownerId, actor.id)))
    .returning();
  if (!changed) throw notFound();
  return changed;
}

/** Deletes the actor's tag permanently; its code is then unknown. Scan records are kept. */
export async function deleteTag(ctx: AppContext, actor: Actor, tagId: string): Promise<void> {
  const tag = await getOwnTag(ctx, actor, tagId);
  await ctx.db.delete(tags).where(and(eq(tags.id, tag.id), eq(tags.ownerId, actor.id)));
}

/** Column values of an unowned tag. */
export const unownedTag = {
  ownerId: null,
  releasedFromId: null,
  petId: null,
  label: null,
  labelSearch: null,
  claimedAt: null,
  linkedAt: null,
  mark: null,
  markedAt: null,
  replaceAskedAt: null,
  replaceReason: null,
  replacedAt: null,
  replacesId: null,
} as const;

/**
 * Releases tags of this owner that were returned. Someone who had them may know the code, so they can be claimed only
 * with a newly issued claim code, or be packed for the next buyer.
 */
export async function releaseTags(ctx: AppContext, ownerId: string, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  await ctx.db
    .update(tags)
    .set({ ...unownedTag, claimHash: unissued, updatedAt: ctx.clock.now() })
    .where(and(eq(tags.ownerId, ownerId), inArray(tags.codeKey, codes.map(codeKey))));
}

/** Returns a tag's code by its id; null when it no longer exists. */
export async function findTagCode(ctx: AppContext, tagId: string | null): Promise<string | null> {
  const [tag] = await ctx.db
    .select({ code: tags.code })
    .from(tags)
    .where(eq(tags.id, tagId ?? ""));
  return tag?.code ?? null;
}

/** Moves a pet's tags to its new owner; the old owner's other tags are unchanged. */
export async function moveTags(tx: AppContext, { petId, fromId, toId }: PetMove): Promise<void> {
  const moved = await tx.db
    .update(tags)
    .set({ ownerId: toId, claimedAt: tx.clock.now(), updatedAt: tx.clock.now() })
    .where(and(eq(tags.petId, petId), eq(tags.ownerId, fromId)))
    .returning({ id: tags.id });
  await separateSuccessors(
    tx,
    moved.map(({ id }) => id),
  );
}

const replaced = alias(tags, "replaced");

/** Makes tags that replace another owner's tag independent: those of `tagIds`, and those that replace one of them. */
async function separateSuccessors({ db, clock }: AppContext, tagIds: string[]): Promise<void> {
  const ofSameOwner = db
    .select({ id: replaced.id })
    .from(replaced)
    .where(and(eq(replaced.id, tags.replacesId), eq(replaced.ownerId, tags.ownerId)));
  await db
    .update(tags)
    .set({ replacesId: null, updatedAt: clock.now() })
    .where(
      and(
        isNotNull(tags.replacesId),
        or(inArray(tags.id, tagIds), inArray(tags.replacesId, tagIds)),
        notExists(ofSameOwner),
      ),
    );
}
