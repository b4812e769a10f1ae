import { and, eq } from "drizzle-orm";
import { getOwnConversation, listMessages } from "#app/features/conversations/conversations.server.ts";
import { listNotificationsOfTopic } from "#app/features/notifications/notifications.server.ts";
import { canSeePet } from "#app/features/pets/caregivers/caregivers.rules.ts";
import { findAccess } from "#app/features/pets/pet-access.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { maskAddress } from "#app/platform/http/server/client-address.server.ts";
import { petColumns } from "./history/list-scans.server.ts";
import { findScan } from "./recording/receive-scan.server.ts";
import { scanRecords } from "./scans.tables.server.ts";

/**
 * A scan as somebody who cares for its pet and may see it reads it: when, how and where. The conversation, the finder and how the
 * owner was told are the owner's. 404 for anybody else.
 */
export async function getCaredScan(ctx: AppContext, actor: Actor, scanId: string) {
  const known = isId(scanId) ? await findScan(ctx, scanId) : null;
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

/** One scan of the actor's own with its conversation and how the actor was told; 404 for anybody else's. */
export async function getScan(ctx: AppContext, actor: Actor, scanId: string) {
  const scan = await findOwnScan(ctx, actor, scanId);
  if (!scan) throw notFound();
  return scan;
}

/** The same, or null when it is not the actor's own. */
export async function findOwnScan(ctx: AppContext, actor: Actor, scanId: string) {
  const [row] = isId(scanId)
    ? await ctx.db
        .select({ scan: scanRecords, ...petColumns, code: tags.code })
        .from(scanRecords)
        .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
        .leftJoin(tags, eq(tags.id, scanRecords.tagId))
        .where(and(eq(scanRecords.id, scanId), eq(scanRecords.ownerId, actor.id)))
    : [];
  if (!row) return null;
  const { scan, ...names } = row;
  const conversation = scan.conversationId ? await getOwnConversation(ctx, actor, scan.conversationId) : null;
  const [messages, notifications] = await Promise.all([
    conversation ? listMessages(ctx, conversation.id) : [],
    listNotificationsOfTopic(ctx, scan.id),
  ]);
  const { ip, ownerId: _owner, visit: _visit, ...shown } = scan;
  return {
    ...shown,
    ...names,
    ip: ip ? maskAddress(ip.split("/")[0] ?? "") : null,
    conversation,
    messages,
    notifications,
  };
}
