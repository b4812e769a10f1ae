import { and, asc, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { lockPetIfOwn } from "#app/features/pets/pets.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { codeKey } from "./tag-code.rules.ts";
import type { ReplaceReason } from "./tags.rules.ts";
import { claimTag, findTag, type Tag } from "./tags.server.ts";
import { tags } from "./tags.tables.server.ts";

type Owner = Pick<Actor, "id">;

export const successors = alias(tags, "successors");

/** Locks the actor's own tag and returns it with its successor, if any; 404 for someone else's. */
async function lockWithSuccessor(tx: AppContext, actor: Owner, tagId: string) {
  const [tag] = await tx.db
    .select()
    .from(tags)
    .where(and(eq(tags.id, tagId), eq(tags.ownerId, actor.id)))
    .for("update");
  if (!tag) throw notFound();
  const [successor = null] = await tx.db
    .select({ id: tags.id, code: tags.code })
    .from(tags)
    .where(eq(tags.replacesId, tag.id));
  return { tag, successor };
}

async function lockInOrder(tx: AppContext, actor: Owner, ids: readonly (string | undefined)[]): Promise<void> {
  await tx.db
    .select({ id: tags.id })
    .from(tags)
    .where(
      and(
        eq(tags.ownerId, actor.id),
        inArray(
          tags.id,
          ids.filter((id) => id !== undefined),
        ),
      ),
    )
    .orderBy(tags.id)
    .for("update");
}

/**
 * Records that the owner wants a replacement for this tag, and why; the tag keeps working. A repeat updates the reason.
 * Rejects with 409 (`replacement.already`) a tag that already has a successor.
 */
export async function requestReplacement(
  ctx: AppContext,
  actor: Owner,
  { tagId, reason }: { tagId: string; reason: ReplaceReason },
): Promise<Tag> {
  return withTransaction(ctx, async (tx) => {
    const { tag, successor } = await lockWithSuccessor(tx, actor, tagId);
    if (successor || tag.replacedAt) throw new AppError("replacement.already", 409);
    const now = tx.clock.now();
    const [asked] = await tx.db
      .update(tags)
      .set({ replaceReason: reason, replaceAskedAt: tag.replaceAskedAt ?? now, updatedAt: now })
      .where(eq(tags.id, tag.id))
      .returning();
    return asked!;
  });
}

/** Cancels the replacement: the owner keeps the tag, and its successor becomes an independent tag. */
export async function cancelReplacement(ctx: AppContext, actor: Owner, tagId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { tag, successor } = await lockWithSuccessor(tx, actor, tagId);
    const updatedAt = tx.clock.now();
    const asked = { replaceAskedAt: null, replaceReason: null, replacedAt: null, updatedAt };
    await tx.db.update(tags).set(asked).where(eq(tags.id, tag.id));
    if (successor) await tx.db.update(tags).set({ replacesId: null, updatedAt }).where(eq(tags.id, successor.id));
  });
}

/**
 * Makes a tag the successor of an older one of the actor's: an available tag is claimed (see `claimTag`), one of the
 * actor's own is used directly. It is linked to the older one's pet unless another is given. Until its first scan both
 * work. Only one of several concurrent successors succeeds; the others are rejected with 409, as is the tag itself.
 */
export async function claimReplacement(
  ctx: AppContext,
  actor: Owner,
  form: {
    tagId: string;
    code: string;
    petId?: string | undefined;
    claimCode?: string | undefined;
    reason?: ReplaceReason | undefined;
  },
  options: { isPacked?: boolean } = {},
): Promise<Tag> {
  return withTransaction(ctx, async (tx) => {
    const typedTag = await findTag(tx, form.code);
    // Serializes two tags that are to replace each other.
    await lockInOrder(tx, actor, [form.tagId, typedTag?.id]);
    const { tag: old, successor } = await lockWithSuccessor(tx, actor, form.tagId);
    if (successor || old.replacedAt) throw new AppError("replacement.already", 409);
    if (old.codeKey === codeKey(form.code)) throw new AppError("replacement.itself", 409, { field: "code" });
    const own = await findTag(tx, form.code);
    const isOwn = own?.ownerId === actor.id && !options.isPacked;
    if (isOwn && (own.replacesId || own.replaceAskedAt || own.status !== "active"))
      throw new AppError("replacement.taken", 409, { field: "code" });
    const pet = old.petId ? await lockPetIfOwn(tx, actor, old.petId) : null;
    const next = isOwn ? own : await claimTag(tx, actor, { ...form, petId: form.petId ?? pet?.id }, options);
    const now = tx.clock.now();
    const link = pet && !next.petId ? { petId: pet.id, linkedAt: now } : {};
    const [placed] = await tx.db
      .update(tags)
      .set({ ...link, replacesId: old.id, updatedAt: now })
      .where(and(eq(tags.id, next.id), eq(tags.ownerId, actor.id)))
      .returning();
    if (!placed) throw notFound();
    await tx.db
      .update(tags)
      .set({
        replaceReason: form.reason ?? old.replaceReason ?? "worn",
        replaceAskedAt: old.replaceAskedAt ?? now,
        updatedAt: now,
      })
      .where(eq(tags.id, old.id));
    return placed;
  });
}

/**
 * Marks the tags replaced by those of `scannedIds`, which people have scanned, as replaced. They still reach their
 * owner; one reported lost or stolen no longer shows the pet.
 */
export async function recordReplacements(tx: AppContext, scannedIds: readonly string[]): Promise<void> {
  const due = await tx.db
    .select({ id: tags.id, mark: tags.mark, reason: tags.replaceReason })
    .from(tags)
    .innerJoin(successors, and(eq(successors.replacesId, tags.id), eq(successors.ownerId, tags.ownerId)))
    .where(and(inArray(successors.id, [...scannedIds]), isNull(tags.replacedAt)))
    .orderBy(asc(tags.id))
    .for("update", { of: tags });
  const now = tx.clock.now();
  for (const { id, mark, reason } of due) {
    const missing = !mark && (reason === "lost" || reason === "stolen") ? { mark: reason, markedAt: now } : {};
    await tx.db
      .update(tags)
      .set({ ...missing, replacedAt: now, updatedAt: now })
      .where(eq(tags.id, id));
  }
}

/** Returns the actor's own tag with its pet and successor; 404 for someone else's. */
export async function getTagToReplace({ db }: AppContext, actor: Owner, tagId: string) {
  const [tag] = await db
    .select({
      id: tags.id,
      code: tags.code,
      label: tags.label,
      petId: pets.id,
      petName: pets.name,
      askedAt: tags.replaceAskedAt,
      reason: tags.replaceReason,
      replacedAt: tags.replacedAt,
      successorCode: successors.code,
    })
    .from(tags)
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .leftJoin(successors, eq(successors.replacesId, tags.id))
    .where(and(eq(tags.id, tagId), eq(tags.ownerId, actor.id)));
  if (!tag) throw notFound();
  return tag;
}

/** Lists the actor's tags with a requested replacement, latest request first, at most 50. */
export async function listAwaitedReplacements({ db }: AppContext, actor: Owner) {
  return db
    .select({ id: tags.id, code: tags.code, label: tags.label, petName: pets.name })
    .from(tags)
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .leftJoin(successors, eq(successors.replacesId, tags.id))
    .where(
      and(eq(tags.ownerId, actor.id), isNotNull(tags.replaceAskedAt), isNull(tags.replacedAt), isNull(successors.id)),
    )
    .orderBy(desc(tags.replaceAskedAt))
    .limit(50);
}

export type AwaitedTag = Awaited<ReturnType<typeof listAwaitedReplacements>>[number];
