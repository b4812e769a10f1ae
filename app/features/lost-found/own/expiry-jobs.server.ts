import { and, eq, inArray, isNull, lt, lte } from "drizzle-orm";
import { href } from "react-router";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { moderationOutcomeJob } from "../moderation/notify-outcome.server.ts";
import { comparePhotoJob, matchJob } from "../pictures/picture-copies.server.ts";
import { purgePosterVisits } from "../posters/posters.server.ts";
import { reportEmailJob, sendReportEmail } from "../report-emails.server.ts";
import { remindBefore } from "../reports.rules.ts";
import { deletePhotos, type Report } from "../reports.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

const batchSize = 200;
/** Days that a guest has to confirm a report through the e-mailed link. */
const confirmationDays = 7;

/** Sends reminders for reports about to expire, expires due ones, deletes unconfirmed ones and purges poster visits. */
export async function runReportExpiry(ctx: AppContext): Promise<void> {
  while ((await sendReminders(ctx)) === batchSize);
  while ((await endExpired(ctx)) === batchSize);
  while ((await deleteUnconfirmed(ctx)) === batchSize);
  await purgePosterVisits(ctx);
}

async function sendReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  const isDue = and(
    eq(posts.status, "open"),
    isNull(posts.remindedAt),
    lte(posts.expiresAt, new Date(now.getTime() + remindBefore * dayMs)),
  );
  return withTransaction(ctx, async (tx) => {
    const due = await tx.db.select().from(posts).where(isDue).limit(batchSize).for("update", { skipLocked: true });
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    await tx.db.update(posts).set({ remindedAt: now }).where(inArray(posts.id, ids));
    await sendNotifications(
      tx,
      due.flatMap((report) => endingNotification(ctx, report)),
    );
    for (const { id, guestEmail } of due) if (guestEmail) await sendReportEmail(tx, { kind: "ending", reportId: id });
    return due.length;
  });
}

function endingNotification(ctx: AppContext, { id, reporterId, petName, kind, type, language }: Report) {
  if (!reporterId) return [];
  const name = petName ?? ctx.translator(language)(`lostFound.unnamed.${kind}.${type}`);
  return [
    {
      userId: reporterId,
      kind: "report" as const,
      params: { petName: name },
      link: href("/dashboard/lost-found/:reportId", { reportId: id }),
      topic: id,
    },
  ];
}

async function endExpired(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  const over = ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.status, "open"), lte(posts.expiresAt, now)))
    .limit(batchSize);
  const ended = await ctx.db
    .update(posts)
    .set({ status: "expired", updatedAt: now })
    .where(and(inArray(posts.id, over), eq(posts.status, "open"), lte(posts.expiresAt, now)))
    .returning({ id: posts.id });
  return ended.length;
}

async function deleteUnconfirmed(ctx: AppContext): Promise<number> {
  const before = ctx.clock.ago(confirmationDays * dayMs);
  const stale = ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.status, "waiting"), lt(posts.createdAt, before)))
    .limit(batchSize);
  const dropped = await ctx.db
    .delete(posts)
    .where(and(inArray(posts.id, stale), eq(posts.status, "waiting")))
    .returning({ photos: posts.photos, hiddenPhotos: posts.hiddenPhotos });
  await deletePhotos(
    ctx,
    dropped.flatMap(({ photos, hiddenPhotos }) => [...photos, ...hiddenPhotos]),
  );
  return dropped.length;
}

export const reportExpiryJobs = [
  reportEmailJob,
  matchJob,
  comparePhotoJob,
  moderationOutcomeJob,
  defineJob<AppContext, object>(
    "lost-found.expire-reports",
    { cron: "*/20 * * * *", expireInSeconds: 600 },
    runReportExpiry,
  ),
];
