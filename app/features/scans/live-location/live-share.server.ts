import { and, count, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { type Conversation, getConversationByKey } from "#app/features/conversations/conversations.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { sharesLive } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import { isMessageInboxOnly, lockFinderAccess } from "../conversations/finder-access.server.ts";
import { findReunion } from "../conversations/reunion.server.ts";
import { findScanOf } from "../find-scan.server.ts";
import {
  classifyTime,
  isSharing,
  maxAccuracy,
  maxAtOnce,
  maxPlaces,
  type SharedPlace,
  type ShareLength,
  sharedPlacesLifetime,
  shareEnd,
  shareLengths,
} from "../live-share.rules.ts";
import { buildPetNotification, buildScanNotification } from "../recording/receive-scan.server.ts";
import { isInquiry } from "../scans.rules.ts";
import { liveLocationPoints, liveLocationShares, scanRecords } from "../scans.tables.server.ts";
import { countFinderWrite, countSentPlaces } from "../throttling/finder-limits.server.ts";

/** A time in milliseconds since 1970. */
const timestamp = z.number().int().min(0).max(8_640_000_000_000_000);

const places = z
  .array(
    z.object({
      at: timestamp,
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy: z.number().min(0).max(maxAccuracy),
    }),
  )
  .min(1)
  .max(maxAtOnce);

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "form.invalid" });
    return z.NEVER;
  }
});

const submission = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("start"),
    minutes: z.coerce.number().refine((value): value is ShareLength => shareLengths.some((one) => one === value)),
  }),
  z.object({ intent: z.literal("stop") }),
  z.object({ intent: z.literal("places"), sentAt: z.coerce.number().pipe(timestamp), places: json.pipe(places) }),
]);

/**
 * Parses a submission of the sharing page. Throws 400 (`finderPage.sharing.invalid`) if any part is out of range or
 * malformed.
 */
export function readShareForm(form: FormData) {
  const read = submission.safeParse(Object.fromEntries(form));
  if (!read.success) throw new AppError("finderPage.sharing.invalid", 400);
  return read.data;
}

/** Minimum pause between shares, in milliseconds, after which the owner is notified again. */
const notifyPause = 10 * minuteMs;

export type LiveShare = typeof liveLocationShares.$inferSelect;

/** Returns the conversation and scan of a finder's key. Throws 404 for an invalid key. */
async function findFinderScan(tx: AppContext, key: string) {
  const conversation = await getConversationByKey(tx, key);
  const scan = await findScanOf(tx, conversation);
  if (!scan?.ownerId) throw notFound();
  return { conversation, scan, ownerId: scan.ownerId };
}

/** Returns the share of a scan, until 24 hours after its end. */
async function findShare({ db, clock }: AppContext, scanId: string): Promise<LiveShare | null> {
  const [share] = await db.select().from(liveLocationShares).where(eq(liveLocationShares.scanId, scanId));
  return share && clock.now().getTime() < shareEnd(share).getTime() + sharedPlacesLifetime ? share : null;
}

/** State of sharing on the finder's page: remaining time and when the last position arrived. */
export interface Sharing {
  isRunning: boolean;
  /** In milliseconds. */
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
 * Returns the sharing state for the finder of a conversation; null if sharing is not offered. It is offered to finders while
 * the owner has Rescue Plus and the pet is not home. A running share is returned regardless of the plan.
 */
export async function findSharing(ctx: AppContext, conversation: Conversation): Promise<Sharing | null> {
  if (!conversation.ownerId) return null;
  const scan = await findScanOf(ctx, conversation);
  if (!scan || isInquiry(scan)) return null;
  const share = await findShare(ctx, scan.id);
  if (share && isSharing(share, ctx.clock.now())) return sharingOf(ctx, share);
  if ((await findReunion(ctx, conversation.id)) || !sharesLive(await getPlan(ctx, { id: conversation.ownerId })))
    return null;
  return share ? sharingOf(ctx, share) : { isRunning: false, left: 0, lastAt: null };
}

/**
 * Starts sharing the finder's live location for the given minutes from now; if already running, extends it to that.
 * Notifies the owner and caregivers, unless the last share ended less than ten minutes ago.
 * Throws 403 for owners without Rescue Plus, 409 if the pet is home, 429 after 30 starts and stops from one network for
 * a conversation within ten minutes, and 404 for an invalid key.
 */
export async function startSharing(
  ctx: AppContext,
  key: string,
  minutes: ShareLength,
  address: string,
): Promise<Sharing> {
  await countFinderWrite(ctx, { address }, key);
  return withTransaction(ctx, async (tx) => {
    const { conversation, scan, ownerId } = await findFinderScan(tx, key);
    const { isMuted } = await lockFinderAccess(tx, scan, tx.clock.now());
    if (!sharesLive(await getPlan(tx, { id: ownerId }))) throw new AppError("finderPage.sharing.notOffered", 403);
    if (await findReunion(tx, conversation.id)) throw new AppError("finderPage.sharing.isHome", 409);
    const now = tx.clock.now();
    const earlier = await findShare(tx, scan.id);
    const isRunning = earlier !== null && isSharing(earlier, now);
    const values = {
      petId: scan.petId,
      minutes,
      startsAt: isRunning ? earlier.startsAt : now,
      endsAt: new Date(now.getTime() + minutes * minuteMs),
      stoppedAt: null,
    };
    const [share] = await tx.db
      .insert(liveLocationShares)
      .values({ scanId: scan.id, ...values })
      .onConflictDoUpdate({ target: liveLocationShares.scanId, set: values })
      .returning();
    if (isMuted) return sharingOf(tx, share!);
    if (earlier && now.getTime() - shareEnd(earlier).getTime() < notifyPause)
      await notifyListeners(tx, [{ user: ownerId }]);
    else {
      const petName = conversation.about || undefined;
      const params = { petName: conversation.about, isLive: true };
      const isInboxOnly = await isMessageInboxOnly(tx, { ...scan, ownerId });
      await sendNotifications(tx, [{ ...buildScanNotification(scan, null), kind: "location", params, isInboxOnly }]);
      await notifyCaregivers(tx, { ...buildPetNotification(scan, petName, "location"), isInboxOnly });
    }
    return sharingOf(tx, share!);
  });
}

/**
 * Stores positions of a sharing phone, including those collected offline. Each is stored once, identified by the
 * phone's own time. `sentAt` is the phone's clock when sending, so that a wrong clock does no harm.
 * Throws 400 for positions from before the start or from the future, 409 if none was taken while sharing, 429 above
 * 1,000 positions per share or 120 requests from one network within ten minutes, and 404 for an invalid key.
 */
export async function addPlaces(
  ctx: AppContext,
  key: string,
  { sentAt, places }: { sentAt: number; places: SharedPlace[] },
  address: string,
): Promise<Sharing> {
  await countSentPlaces(ctx, address, key);
  return withTransaction(ctx, async (tx) => {
    const { scan, ownerId } = await findFinderScan(tx, key);
    await lockFinderAccess(tx, scan, tx.clock.now());
    const share = await findShare(tx, scan.id);
    if (!share) throw new AppError("finderPage.sharing.ended", 409);
    const now = tx.clock.now();
    const timed = places.map((place) => {
      const takenAt = new Date(now.getTime() - (sentAt - place.at));
      return { place, takenAt, time: classifyTime(share, takenAt, now) };
    });
    if (timed.some(({ time }) => time === "wrong")) throw new AppError("finderPage.sharing.wrongTime", 400);
    const accepted = timed.filter(({ time }) => time === "in");
    if (accepted.length === 0) throw new AppError("finderPage.sharing.ended", 409);
    const [stored] = await tx.db
      .select({ places: count() })
      .from(liveLocationPoints)
      .where(eq(liveLocationPoints.scanId, share.scanId));
    if ((stored?.places ?? 0) + accepted.length > maxPlaces) throw new AppError("finderPage.sharing.tooMany", 429);
    const added = await tx.db
      .insert(liveLocationPoints)
      .values(
        accepted.map(({ place, takenAt }) => ({
          scanId: share.scanId,
          deviceTime: place.at,
          latitude: place.latitude,
          longitude: place.longitude,
          accuracy: Math.round(place.accuracy),
          takenAt,
          receivedAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning({ deviceTime: liveLocationPoints.deviceTime });
    if (added.length > 0) await notifyListeners(tx, [{ user: ownerId }]);
    return sharingOf(tx, share);
  });
}

/** Stops sharing; later positions are rejected. Idempotent. Throws 404 for an invalid key. */
export async function endSharing(ctx: AppContext, key: string, address: string): Promise<Sharing> {
  await countFinderWrite(ctx, { address }, key);
  return withTransaction(ctx, async (tx) => {
    // Does not check access: stopping must always be possible.
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

const maxListed = 5;

/**
 * Returns the live location as shown to the owner: the path from the first to the last position, and the last few with
 * their times. Contains nothing that identifies the finder. Null if there is no share or it ended more than 24 hours
 * ago. The caller must have checked access.
 */
export async function findLiveLocation(ctx: AppContext, scanId: string) {
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
    last: places.slice(-maxListed).reverse(),
  };
}

/** Deletes shares that ended more than 24 hours ago, with their positions. */
export async function purgeSharedPlaces({ db, clock }: AppContext): Promise<void> {
  const before = clock.ago(sharedPlacesLifetime);
  await db
    .delete(liveLocationShares)
    .where(lte(sql`least(${liveLocationShares.endsAt}, ${liveLocationShares.stoppedAt})`, before));
}
