import { and, eq, ne } from "drizzle-orm";
import { href } from "react-router";
import { type Selection, selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import type { AuditAction } from "#app/features/audit-log/audit-log.rules.ts";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import type { TagNews } from "#app/features/notifications/notifications.rules.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { unissued } from "#app/features/tags/claim-code.server.ts";
import { type Tag, unownedTag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { defineIntent, type Intent } from "#app/platform/http/forms/form.server.ts";
import type { TagAction } from "./tag-actions.tsx";

/** Columns of a tag that bulk actions change and undo restores. */
const changeable = [
  "status",
  "voidedAt",
  "claimHash",
  "ownerId",
  "releasedFromId",
  "petId",
  "claimedAt",
  "linkedAt",
  "mark",
  "markedAt",
  "replaceAskedAt",
  "replaceReason",
  "replacedAt",
  "replacesId",
] as const;
type Changeable = Pick<Tag, (typeof changeable)[number]>;

/** State of a tag before a bulk action, and when the action changed it: undo rejects tags changed since. */
type TagBefore = { values: { [Field in keyof Changeable]: Changeable[Field] | string }; changedAt: number };

async function lockTag(tx: AppContext, admin: Actor, tagId: string): Promise<Tag> {
  requireAdmin(admin);
  const [tag] = await tx.db.select().from(tags).where(eq(tags.id, tagId)).for("update");
  if (!tag) throw notFound();
  return tag;
}

/** Returns the live pet that the tag is linked to; null without one. */
async function findProtectedPet({ db }: AppContext, { ownerId, petId }: Tag) {
  if (!ownerId || !petId) return null;
  const [pet] = await db
    .select({ name: pets.name })
    .from(pets)
    .where(and(eq(pets.id, petId), livePet));
  return pet ?? null;
}

/** Throws 409 with the pet's name for a tag that protects a live pet. */
async function rejectProtected(tx: AppContext, tag: Tag): Promise<void> {
  const pet = await findProtectedPet(tx, tag);
  if (pet) throw new AppError("adminTags.many.protects", 409, { params: { name: `\u2068${pet.name}\u2069` } });
}

function rejectVoid({ voidedAt }: Tag): void {
  if (voidedAt) throw new AppError("adminTags.many.isVoid", 409);
}

/** Updates the locked tag with an audit log entry, and notifies its owner; returns the state that undo needs. */
async function updateTag(
  tx: AppContext,
  admin: Actor,
  tag: Tag,
  values: Partial<Tag>,
  { action, tagNews }: { action: AuditAction; tagNews?: TagNews },
): Promise<TagBefore> {
  const now = tx.clock.now();
  const [after] = await tx.db
    .update(tags)
    .set({ ...values, updatedAt: now })
    .where(eq(tags.id, tag.id))
    .returning();
  const { id, code } = tag;
  const ownerId = tag.ownerId ?? after?.ownerId ?? null;
  await recordChange(tx, admin, {
    action,
    subject: { kind: "tag", id, name: code, personId: ownerId },
    before: { status: tag.status },
    after: { status: after?.status },
  });
  if (ownerId && tagNews)
    await sendNotifications(tx, [
      {
        userId: ownerId,
        kind: "tag",
        params: { tagCode: code, tagNews },
        link: href("/dashboard/tags-management"),
        topic: `tag:${id}`,
      },
    ]);
  const before = Object.fromEntries(changeable.map((field) => [field, tag[field]])) as Changeable;
  return { values: before, changedAt: now.getTime() };
}

/** Restores a tag; rejects one that was changed since, or whose owner or pet no longer exists. */
async function restoreTag(tx: AppContext, admin: Actor, tagId: string, before: unknown): Promise<void> {
  const tag = await lockTag(tx, admin, tagId);
  const { values, changedAt } = before as TagBefore;
  if (tag.updatedAt.getTime() !== changedAt) throw new AppError("adminTags.changedMeanwhile", 409);
  const dates = ["voidedAt", "claimedAt", "linkedAt", "markedAt", "replaceAskedAt", "replacedAt"] as const;
  const restoredDates = Object.fromEntries(
    dates.map((field) => [field, values[field] === null ? null : new Date(values[field])]),
  );
  const old = { ...values, ...restoredDates } as Changeable;
  if (old.releasedFromId && !(await lockUser(tx, old.releasedFromId))) old.releasedFromId = null;
  if (!(await canRestoreTag(tx, tag.id, old))) throw new AppError("adminTags.changedMeanwhile", 409);
  await updateTag(tx, admin, tag, old, { action: "tag.putBack", tagNews: "putBack" });
}

/** Returns whether the account exists, which then stays until the transaction ends. */
async function lockUser({ db }: AppContext, userId: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share")).length > 0;
}

async function canRestoreTag(tx: AppContext, tagId: string, { ownerId, petId, replacesId }: Changeable) {
  const { db } = tx;
  // Key shares keep both as they are until the transaction ends: a transfer or deletion waits.
  if (ownerId && !(await lockUser(tx, ownerId))) return false;
  if (petId) {
    const isPet = and(eq(pets.id, petId), ownerId ? eq(pets.ownerId, ownerId) : livePet);
    if ((await db.select({ id: pets.id }).from(pets).where(isPet).for("key share")).length === 0) return false;
  }
  if (!replacesId) return true;
  const isThere = (await db.$count(tags, eq(tags.id, replacesId))) > 0;
  const isTaken = (await db.$count(tags, and(eq(tags.replacesId, replacesId), ne(tags.id, tagId)))) > 0;
  return isThere && !isTaken;
}

/** Deactivates tags: their pages say that there is no such tag. Rejects a tag that protects a live pet. */
export const switchOffTags: BulkAction<object> = {
  kind: "tags.off",
  async apply(tx, admin, tagId): Promise<TagBefore> {
    const tag = await lockTag(tx, admin, tagId);
    rejectVoid(tag);
    if (tag.status === "inactive") throw new AppError("adminTags.many.alreadyOff", 409);
    await rejectProtected(tx, tag);
    return updateTag(tx, admin, tag, { status: "inactive" }, { action: "tag.off", tagNews: "off" });
  },
  undo: restoreTag,
};

/** Reactivates tags without an owner; a tag that its owner deactivated can be reactivated only by the owner. */
export const switchOnTags: BulkAction<object> = {
  kind: "tags.on",
  async apply(tx, admin, tagId): Promise<TagBefore> {
    const tag = await lockTag(tx, admin, tagId);
    rejectVoid(tag);
    if (tag.status === "active") throw new AppError("adminTags.many.alreadyOn", 409);
    if (tag.ownerId) throw new AppError("adminTags.many.ownersChoice", 409);
    return updateTag(tx, admin, tag, { status: "active" }, { action: "tag.on" });
  },
  undo: restoreTag,
};

/**
 * Marks tags that protect a pet as lost, such as those in a parcel that did not arrive: whoever scans one no longer
 * sees the pet but can still reach its owner.
 */
export const markTagsLost: BulkAction<object> = {
  kind: "tags.lost",
  async apply(tx, admin, tagId): Promise<TagBefore> {
    const tag = await lockTag(tx, admin, tagId);
    if (tag.mark) throw new AppError("adminTags.many.alreadyLost", 409);
    if (!(await findProtectedPet(tx, tag))) throw new AppError("adminTags.many.noPet", 409);
    const lost = { mark: "lost" as const, markedAt: tx.clock.now() };
    return updateTag(tx, admin, tag, lost, { action: "tag.lost", tagNews: "lost" });
  },
  undo: restoreTag,
};

/** Voids misprinted tags permanently; only undoing this run restores them. */
export const voidTags: BulkAction<object> = {
  kind: "tags.void",
  async apply(tx, admin, tagId): Promise<TagBefore> {
    const tag = await lockTag(tx, admin, tagId);
    rejectVoid(tag);
    if (tag.ownerId) throw new AppError("adminTags.many.hasOwner", 409);
    return updateTag(tx, admin, tag, { status: "inactive", voidedAt: tx.clock.now() }, { action: "tag.void" });
  },
  undo: restoreTag,
};

/**
 * Puts returned tags back in stock: without an owner, and claimable only with a newly issued claim code or when packed
 * for an order. `isProtectedToo` includes tags linked to a live pet, which are rejected otherwise.
 */
export const restockTags: BulkAction<{ isProtectedToo: boolean }> = {
  kind: "tags.restock",
  async apply(tx, admin, tagId, { isProtectedToo }): Promise<TagBefore> {
    const tag = await lockTag(tx, admin, tagId);
    rejectVoid(tag);
    if (!tag.ownerId && tag.status === "active" && tag.claimHash === unissued)
      throw new AppError("adminTags.many.alreadyInStock", 409);
    if (!isProtectedToo) await rejectProtected(tx, tag);
    const inStock = { ...unownedTag, status: "active" as const, claimHash: unissued };
    return updateTag(tx, admin, tag, inStock, { action: "tag.restock", tagNews: "released" });
  },
  undo: restoreTag,
};

export const tagBulkActions = [switchOffTags, switchOnTags, markTagsLost, voidTags, restockTags] as const;

/** Form intents for the bulk actions on tags; `start` begins the run for the selection. */
export function createTagIntents(
  start: <Params extends object>(action: BulkAction<Params>, selection: Selection, params: Params) => Promise<Response>,
): Record<TagAction, Intent> {
  const of = <Params extends object>(action: BulkAction<Params>, params: Params) =>
    defineIntent(selectionForm, (selection) => start(action, selection, params), "adminTags.failed");
  return {
    restock: of(restockTags, { isProtectedToo: false }),
    off: of(switchOffTags, {}),
    on: of(switchOnTags, {}),
    void: of(voidTags, {}),
    lost: of(markTagsLost, {}),
    takeBack: of(restockTags, { isProtectedToo: true }),
  };
}
