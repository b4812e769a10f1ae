import { href } from "react-router";
import { markConversationSeen } from "#app/features/conversations/conversations.server.ts";
import { findEmail, hasFinderStopped } from "#app/features/conversations/notify-finder.server.ts";
import { countUnread, markNotificationsRead } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { kilometresBetween } from "#app/platform/map/distance.ts";
import { type KnownPlace, nearestPlace } from "#app/platform/map/gazetteer.ts";
import { findEscalation } from "../escalation/escalation.server.ts";
import { findHandover } from "../handover/handover.server.ts";
import { findLiveLocation } from "../live-location/live-share.server.ts";
import { findOwnScan, getCaredScan } from "../scans.server.ts";

/**
 * Returns the data of a scan's page, for the owner and for caregivers who may see the pet, with the messages before
 * `before` (default: the latest). Throws 404 for anyone else.
 */
export async function getScanView(ctx: AppContext, actor: Actor, scanId: string, before?: string | null) {
  const own = await findOwnScan(ctx, actor, scanId, before);
  return own ? getOwnView(ctx, actor, own) : getCaredView(ctx, actor, scanId);
}

async function getCaredView(ctx: AppContext, actor: Actor, scanId: string) {
  const {
    ownerName,
    hasConversation,
    locationSource: _source,
    tagId: _tag,
    ...scan
  } = await getCaredScan(ctx, actor, scanId);
  const isNew = (await countUnread(ctx, actor, getScanPath(scan))) > 0;
  const none = { messages: [], earlier: null, escalation: null, handover: null, conversation: null, notifications: [] };
  const live = await findLiveLocation(ctx, scan.id);
  return {
    scan,
    where: null,
    isNew,
    ...none,
    live,
    map: ctx.settings.map,
    owner: { name: ownerName, hasConversation },
  };
}

/** Returns the known place nearest to a scan's position, and how far that is from the owner's district, if known. */
function findWhere(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  home: KnownPlace | null,
) {
  if (latitude === null || longitude === null) return null;
  return {
    near: nearestPlace(latitude, longitude),
    fromHome: home && { place: home, kilometres: kilometresBetween({ latitude, longitude }, home) },
  };
}

type OwnScan = NonNullable<Awaited<ReturnType<typeof findOwnScan>>>;

async function getOwnView(
  ctx: AppContext,
  actor: Actor,
  { conversation, notifications, messages, earlier, isTagGone, home, ...scan }: OwnScan,
) {
  const { conversationId: _conversation, locationSource: _source, tagId: _tag, ...shown } = scan;
  const isNew = (conversation && !conversation.ownerSeenAt) || (await countUnread(ctx, actor, getScanPath(scan))) > 0;
  return {
    scan: shown,
    where: findWhere(scan, home),
    isNew,
    messages,
    earlier,
    escalation: conversation && (await findEscalation(ctx, conversation.id)),
    handover: conversation && (await findHandover(ctx, conversation.id)),
    conversation: conversation && {
      id: conversation.id,
      finderName: conversation.finderName,
      finderContact: conversation.finderContact,
      finderLanguage: conversation.finderLanguage,
      onTheWayAt: conversation.onTheWayAt,
      state: conversation.state,
      isOneWay: isTagGone,
      isNotRelayed: conversation.notRelayedAt !== null,
      /** Ways on which an answer still reaches a finder who stopped messages to their phone; null if they did not. */
      leftAfterStop: (await hasFinderStopped(ctx, conversation))
        ? findEmail(conversation.finderContact)
          ? ("email" as const)
          : ("page" as const)
        : null,
    },
    notifications: notifications.map(({ id, kind, params, createdAt, deliveries }) => ({
      id,
      kind,
      params,
      createdAt,
      deliveries,
    })),
    live: await findLiveLocation(ctx, scan.id),
    map: ctx.settings.map,
    /** The pet's owner, when that is someone else. */
    owner: null,
  };
}

export type ScanView = Awaited<ReturnType<typeof getOwnView>>;

/**
 * Marks the scan's notifications as read and, when the actor is the owner, its conversation as seen (which the finder
 * is shown). Throws 404 for anyone else.
 */
export async function markScanSeen(ctx: AppContext, actor: Actor, scanId: string): Promise<void> {
  const own = await findOwnScan(ctx, actor, scanId);
  const { id } = own ?? (await getCaredScan(ctx, actor, scanId));
  if (own?.conversation) await markConversationSeen(ctx, actor, own.conversation.id);
  await markNotificationsRead(ctx, actor, { link: getScanPath({ id }) });
}

const getScanPath = ({ id }: { id: string }) => href("/dashboard/scan-details/:scanId", { scanId: id });
