import { and, count, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { type Conversation, getConversationByKey } from "#app/features/conversations/conversations.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { sharesLive } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { isMessageHeld, lockChannel } from "../channel/channel.server.ts";
import { findReunion } from "../handover/handover.server.ts";
import { buildScanNews, buildScanNotification } from "../recording/receive-scan.server.ts";
import { liveLocationPoints, liveLocationShares, scanRecords } from "../scans.tables.server.ts";
import { countFinderWrite, countSentPlaces } from "../throttling/finder-limits.server.ts";
import {
  isSharing,
  judgeTime,
  maxPlaces,
  type SharedPlace,
  type ShareLength,
  sharedPlacesLifetime,
  shareEnd,
} from "./live-share.rules.ts";

/** A pause after which the owner is told anew that somebody shares. Milliseconds. */
const quiet = 10 * 60_000;

export type LiveShare = typeof liveLocationShares.$inferSelect;

/** The scan of a finder's own page; 404 for a wrong key. */
async function findFinderScan(tx: AppContext, key: string) {
  const conversation = await getConversationByKey(tx, key);
  const [scan] = await tx.db.select().from(scanRecords).where(eq(scanRecords.conversationId, conversation.id)).limit(1);
  if (!scan?.ownerId) throw notFound();
  return { conversation, scan, ownerId: scan.ownerId };
}

/** The share of a scan, until a day after its end. */
async function findShare({ db, clock }: AppContext, scanId: string): Promise<LiveShare | null> {
  const [share] = await db.select().from(liveLocationShares).where(eq(liveLocationShares.scanId, scanId));
  return share && clock.now().getTime() < shareEnd(share).getTime() + sharedPlacesLifetime ? share : null;
}

/** What the finder's page knows of sharing: how much time is left, and when the last place came. */
export interface Sharing {
  isRunning: boolean;
  /** Milliseconds. */
  left: number;
  lastAt: Date | null;
}

async function sharingOf(ctx: AppContext, share: LiveShare): Promise<Sharing> {
  const left = Math.max(0, shareEnd(share).getTime() - ctx.clock.now().getTime());
  const [last] = await ctx.db
    .select({ at: liveLocationPoints.receivedAt })
    .from(liveLocationPoints)
    .where(eq(liveLocationPoints.scanId, share.scanId))
    .orderBy(desc(liveLocationPoints.receivedAt))
    .limit(1);
  return { isRunning: left > 0, left, lastAt: last?.at ?? null };
}

/**
 * Whether the finder of this conversation may share where they are, and how far that is: while the owner has Rescue Plus and the
 * pet is not home. What runs already is shown whatever becomes of the plan. Null: it is not offered.
 */
export async function findSharing(ctx: AppContext, conversation: Conversation): Promise<Sharing | null> {
  if (!conversation.ownerId) return null;
  const [scan] = await ctx.db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(eq(scanRecords.conversationId, conversation.id))
    .limit(1);
  if (!scan) return null;
  const share = await findShare(ctx, scan.id);
  if (share && isSharing(share, ctx.clock.now())) return sharingOf(ctx, share);
  if ((await findReunion(ctx, conversation.id)) || !sharesLive(await getPlan(ctx, { id: conversation.ownerId })))
    return null;
  return share ? sharingOf(ctx, share) : { isRunning: false, left: 0, lastAt: null };
}

/**
 * The finder lets the family see where they are for so many minutes from now; said again while it runs, the time counts
 * anew from now. The owner and who cares with them are told, though not of every turn. Refuses (403) owners without Rescue Plus, (409) pets that
 * are home, and more than 30 starts and stops from one network about one conversation within ten minutes; a wrong key is a 404.
 */
export async function startSharing(
  ctx: AppContext,
  key: string,
  minutes: ShareLength,
  address: string,
): Promise<Sharing> {
  await countFinderWrite(ctx, { address }, key);
  return transaction(ctx, async (tx) => {
    const { conversation, scan, ownerId } = await findFinderScan(tx, key);
    const { isMuted } = await lockChannel(tx, scan, tx.clock.now());
    if (!sharesLive(await getPlan(tx, { id: ownerId }))) throw new AppError("finderPage.sharing.notOffered", 403);
    if (await findReunion(tx, conversation.id)) throw new AppError("finderPage.sharing.isHome", 409);
    const now = tx.clock.now();
    const earlier = await findShare(tx, scan.id);
    const isRunning = earlier !== null && isSharing(earlier, now);
    const values = {
      petId: scan.petId,
      minutes,
      startsAt: isRunning ? earlier.startsAt : now,
      endsAt: new Date(now.getTime() + minutes * 60_000),
      stoppedAt: null,
    };
    const [share] = await tx.db
      .insert(liveLocationShares)
      .values({ scanId: scan.id, ...values })
      .onConflictDoUpdate({ target: liveLocationShares.scanId, set: values })
      .returning();
    if (isMuted) return sharingOf(tx, share!);
    if (earlier && now.getTime() - shareEnd(earlier).getTime() < quiet) await notifyListeners(tx, [{ user: ownerId }]);
    else {
      const petName = conversation.about || undefined;
      const params = { petName: conversation.about, isLive: true };
      const isHeld = await isMessageHeld(tx, { ...scan, ownerId });
      await sendNotifications(tx, [{ ...buildScanNotification(scan, null), kind: "location", params, isHeld }]);
      await notifyCaregivers(tx, { ...buildScanNews(scan, petName, "location"), isHeld });
    }
    return sharingOf(tx, share!);
  });
}

/**
 * Takes places of a phone that shares, also those it gathered where there was no network; each counts once, by the
 * phone's own time. `sentAt` is that clock at the moment of sending, so that a wrong one does no harm. Refuses (400)
 * places from before the start or from the future, (409) when there is nothing that was taken while it was shared, (429)
 * more than 1,000 places of one share or 120 sendings of a network about it within ten minutes; a wrong key is a 404.
 */
export async function addPlaces(
  ctx: AppContext,
  key: string,
  { sentAt, places }: { sentAt: number; places: SharedPlace[] },
  address: string,
): Promise<Sharing> {
  await countSentPlaces(ctx, address, key);
  return transaction(ctx, async (tx) => {
    const { scan, ownerId } = await findFinderScan(tx, key);
    await lockChannel(tx, scan, tx.clock.now());
    const share = await findShare(tx, scan.id);
    if (!share) throw new AppError("finderPage.sharing.ended", 409);
    const now = tx.clock.now();
    const timed = places.map((place) => {
      const takenAt = new Date(now.getTime() - (sentAt - place.at));
      return { place, takenAt, time: judgeTime(share, takenAt, now) };
    });
    if (timed.some(({ time }) => time === "wrong")) throw new AppError("finderPage.sharing.wrongTime", 400);
    const taken = timed.filter(({ time }) => time === "in");
    if (taken.length === 0) throw new AppError("finderPage.sharing.ended", 409);
    const [held] = await tx.db
      .select({ places: count() })
      .from(liveLocationPoints)
      .where(eq(liveLocationPoints.scanId, share.scanId));
    if ((held?.places ?? 0) + taken.length > maxPlaces) throw new AppError("finderPage.sharing.tooMany", 429);
    const added = await tx.db
      .insert(liveLocationPoints)
      .values(
        taken.map(({ place, takenAt }) => ({
          scanId: share.scanId,
          mark: place.at,
          latitude: place.latitude,
          longitude: place.longitude,
          accuracy: Math.round(place.accuracy),
          takenAt,
          receivedAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning({ mark: liveLocationPoints.mark });
    if (added.length > 0) await notifyListeners(tx, [{ user: ownerId }]);
    return sharingOf(tx, share);
  });
}

/** The finder has shared enough: from now on nothing is taken. Pressed again it changes nothing; a wrong key is a 404. */
export async function stopSharing(ctx: AppContext, key: string, address: string): Promise<Sharing> {
  await countFinderWrite(ctx, { address }, key);
  return transaction(ctx, async (tx) => {
    // Stopping is never refused, whatever became of the conversation.
    const { scan, ownerId } = await findFinderScan(tx, key);
    await tx.db
      .select({ id: scanRecords.id })
      .from(scanRecords)
      .where(eq(scanRecords.id, scan.id))
      .for("no key update");
    const now = tx.clock.now();
    const [stopped] = await tx.db
      .update(liveLocationShares)
      .set({ stoppedAt: now })
      .where(
        and(
          eq(liveLocationShares.scanId, scan.id),
          isNull(liveLocationShares.stoppedAt),
          gt(liveLocationShares.endsAt, now),
        ),
      )
      .returning({ id: liveLocationShares.scanId });
    if (stopped) await notifyListeners(tx, [{ user: ownerId }]);
    const share = await findShare(tx, scan.id);
    return share ? sharingOf(tx, share) : { isRunning: false, left: 0, lastAt: null };
  });
}

const listed = 5;

/**
 * What the owner sees of it: the way so far from the first place to the last, and the last few with their times. Nothing
 * in it says who the finder is. Null when nothing is shared, or it ended more than a day ago; caller checks who asks.
 */
export async function findLiveWay(ctx: AppContext, scanId: string) {
  const share = await findShare(ctx, scanId);
  if (!share) return null;
  const places = await ctx.db
    .select({
      latitude: liveLocationPoints.latitude,
      longitude: liveLocationPoints.longitude,
      accuracy: liveLocationPoints.accuracy,
      takenAt: liveLocationPoints.takenAt,
    })
    .from(liveLocationPoints)
    .where(eq(liveLocationPoints.scanId, scanId))
    .orderBy(liveLocationPoints.takenAt)
    .limit(maxPlaces);
  const degrees = (value: number) => Number(value.toFixed(5));
  return {
    isRunning: isSharing(share, ctx.clock.now()),
    endsAt: shareEnd(share),
    way: places.map(({ latitude, longitude }): [number, number] => [degrees(latitude), degrees(longitude)]),
    last: places.slice(-listed).reverse(),
  };
}

/** Erases what ended more than a day ago, with every place. */
export async function purgeSharedPlaces({ db, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - sharedPlacesLifetime);
  await db
    .delete(liveLocationShares)
    .where(lte(sql`least(${liveLocationShares.endsAt}, ${liveLocationShares.stoppedAt})`, before));
}
