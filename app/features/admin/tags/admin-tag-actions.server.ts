import { eq } from "drizzle-orm";
import { href } from "react-router";
import type { AuditAction } from "#app/features/audit-log/audit-log.rules.ts";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import type { TagNews } from "#app/features/notifications/notifications.rules.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { lockOwnPet } from "#app/features/pets/pets.server.ts";
import { type Tag, unownedTag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { getTagForAdmin } from "./list-all-tags.server.ts";

/** A tag as the administrator saw it: `seen` is when it was last changed, in milliseconds. */
export interface ShownTag {
  tagId: string;
  seen: number;
}

/**
 * Links a tag to one of its owner's pets on the owner's request, and notifies the owner. Rejects a tag without an
 * owner.
 */
export async function linkTagAsAdmin(ctx: AppContext, admin: Actor, tag: ShownTag, petId: string): Promise<void> {
  await changeForOwner(ctx, admin, tag, "linked", async (tx, ownerId) => {
    const pet = await lockOwnPet(tx, { id: ownerId }, petId);
    return { petId: pet.id, linkedAt: tx.clock.now() };
  });
}

/** Unlinks the pet from a tag; the tag remains its owner's, who is notified. */
export async function unlinkTagAsAdmin(ctx: AppContext, admin: Actor, tag: ShownTag): Promise<void> {
  await changeForOwner(ctx, admin, tag, "unlinked", async () => ({ petId: null, linkedAt: null }));
}

/**
 * Removes the tag and its label from its owner, who is notified; whoever else holds it can claim it, and its former
 * owner only once allowed (see `allowClaimAsAdmin`).
 */
export async function releaseTagAsAdmin(ctx: AppContext, admin: Actor, tag: ShownTag): Promise<void> {
  await changeForOwner(ctx, admin, tag, "released", async (_tx, ownerId) => ({
    ...unownedTag,
    releasedFromId: ownerId,
  }));
}

/** Lets the account that the tag was removed from claim it again. Rejects a tag that was changed meanwhile. */
export async function allowClaimAsAdmin(ctx: AppContext, admin: Actor, shown: ShownTag): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const tag = await lockTag(tx, admin, shown);
    if (!tag.releasedFromId) throw new AppError("adminTags.changedMeanwhile", 409);
    await tx.db.update(tags).set({ releasedFromId: null, updatedAt: tx.clock.now() }).where(eq(tags.id, tag.id));
    await recordChange(tx, admin, {
      action: "tag.allowClaim",
      subject: { kind: "tag", id: tag.id, name: tag.code, personId: tag.releasedFromId },
    });
  });
}

const actions = {
  linked: "tag.link",
  unlinked: "tag.unlink",
  released: "tag.release",
} as const satisfies Partial<Record<TagNews, AuditAction>>;

/** Locks the tag; rejects with 409 one that was changed since the page was opened. */
async function lockTag(tx: AppContext, admin: Actor, { tagId, seen }: ShownTag): Promise<Tag> {
  requireAdmin(admin);
  const [tag] = await tx.db.select().from(tags).where(eq(tags.id, tagId)).for("update");
  if (!tag) throw notFound();
  if (tag.updatedAt.getTime() !== seen) throw new AppError("adminTags.changedMeanwhile", 409);
  return tag;
}

/** Runs a change with the tag locked; also rejects with 409 a tag that has no owner. */
async function changeForOwner(
  ctx: AppContext,
  admin: Actor,
  shown: ShownTag,
  tagNews: keyof typeof actions,
  work: (tx: AppContext, ownerId: string) => Promise<Partial<Tag>>,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const tag = await lockTag(tx, admin, shown);
    const tagId = tag.id;
    if (!tag.ownerId) throw new AppError("adminTags.noOwner", 409);
    const before = await getTagForAdmin(tx, admin, tagId);
    const values = await work(tx, tag.ownerId);
    await tx.db
      .update(tags)
      .set({ ...values, updatedAt: tx.clock.now() })
      .where(eq(tags.id, tagId));
    const after = await getTagForAdmin(tx, admin, tagId);
    await recordChange(tx, admin, {
      action: actions[tagNews],
      subject: { kind: "tag", id: tagId, name: tag.code, personId: tag.ownerId },
      before: { owner: before.ownerName, pet: before.petName },
      after: { owner: after.ownerName, pet: after.petName },
    });
    await sendNotifications(tx, [
      {
        userId: tag.ownerId,
        kind: "tag",
        params: { tagCode: tag.code, tagNews, ...(after.petName && { petName: after.petName }) },
        link: href("/dashboard/tags-management"),
        topic: `tag:${tagId}`,
      },
    ]);
  });
}
