import { and, eq } from "drizzle-orm";
import { getOwnConversation, listOwnerMessagePage } from "#app/features/conversations/conversations.server.ts";
import { listNotificationsOfTopic } from "#app/features/notifications/notifications.server.ts";
import { canSeePet } from "#app/features/pets/caregivers.rules.ts";
import { findAccess } from "#app/features/pets/pet-access.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { findHomePlace } from "#app/features/users/home-place.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { maskAddress } from "#app/platform/limits/client-address.server.ts";
import { getAccessEnd } from "./conversations/finder-access.server.ts";
import { findScan } from "./find-scan.server.ts";
import { petColumns } from "./history/list-scans.server.ts";
import { isWithoutTag } from "./scans.rules.ts";
import { scanRecords } from "./scans.tables.server.ts";

/**
 * Returns a scan as shown to caregivers who may see the pet: time, device and location. Without the conversation, the
 * finder and the owner's notifications. Throws 404 for anyone else.
 */
export async function getCaredScan(ctx: AppContext, actor: Actor, scanId: string) {
  const known = await findScan(ctx, scanId);
  const found = known?.petId ? await findAccess(ctx, actor, known.petId) : null;
  if (!known || !found || !canSeePet(found.access) || known.ownerId !== found.ownerId) throw notFound();
  const [row] = await ctx.db
    .select({ ...petColumns, code: tags.code })
    .from(scanRecords)
    .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
    .leftJoin(tags, eq(tags.id, scanRecords.tagId))
    .where(eq(scanRecords.id, known.id));
  if (!row) throw notFound();
  const { ip: _ip, ownerId: _owner, visit: _visit, conversationId, ...shown } = known;
  return { ...shown, ...row, ip: null, ownerName: found.ownerName, hasConversation: conversationId !== null };
}

/** Returns one of the actor's own scans with its conversation and notifications. Throws 404 for someone else's. */
export async function getScan(ctx: AppContext, actor: Actor, scanId: string) {
  const scan = await findOwnScan(ctx, actor, scanId);
  if (!scan) throw notFound();
  return scan;
}

/** Like `getScan`, but returns null for someone else's scan. With `before`, its messages are those before that one. */
export async function findOwnScan(ctx: AppContext, actor: Actor, scanId: string, before?: string | null) {
  const [row] = await ctx.db
    .select({
      scan: scanRecords,
      tag: { status: tags.status, ownerId: tags.ownerId, claimedAt: tags.claimedAt },
      ...petColumns,
      code: tags.code,
      petOwnerId: pets.ownerId,
      owner: { address: users.address, city: users.city },
    })
    .from(scanRecords)
    .innerJoin(users, eq(users.id, scanRecords.ownerId))
    .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
    .leftJoin(tags, eq(tags.id, scanRecords.tagId))
    .where(and(eq(scanRecords.id, scanId), eq(scanRecords.ownerId, actor.id)));
  if (!row) return null;
  const { scan, tag, petOwnerId, owner, ...names } = row;
  const petAsTag = petOwnerId ? { status: "active" as const, ownerId: petOwnerId, claimedAt: null } : null;
  const conversation = scan.conversationId ? await getOwnConversation(ctx, actor, scan.conversationId) : null;
  const [{ messages, earlier }, notifications] = await Promise.all([
    conversation ? listOwnerMessagePage(ctx, conversation.id, before) : { messages: [], earlier: null },
    listNotificationsOfTopic(ctx, scan.id),
  ]);
  const { ip, ownerId: _owner, visit: _visit, ...shown } = scan;
  return {
    ...shown,
    ...names,
    ip: ip ? maskAddress(ip.split("/")[0] ?? "") : null,
    conversation,
    messages,
    earlier,
    /** The owner's district, if their address names one. */
    home: findHomePlace(owner),
    /** The tag, or the pet without one, is gone or has another owner: the finder can read, but not write. */
    isTagGone:
      getAccessEnd({ scan, tag: isWithoutTag(scan) ? petAsTag : tag, conversation: null }, scan.at) === "tagGone",
    notifications,
  };
}
