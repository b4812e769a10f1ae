import { and, eq, inArray, isNull, lt, lte } from "drizzle-orm";
import { sendAlerts } from "#app/features/alerts/alerts.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { matchJob } from "./match-reports.server.ts";
import { forgetPosterVisits } from "./poster-visits.server.ts";
import { reportLetterJob, sendReportLetter } from "./report-letters.server.ts";
import { removePhotos } from "./report-photos.server.ts";
import { remindBefore } from "./reports.rules.ts";
import { day, type Report } from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

const atOnce = 200;
/** Days a guest has to open the mailed link. */
const patience = 7;

/** Asks the reporters of what soon ends whether it still holds, ends what has run out, drops what was never confirmed, forgets who scanned. */
export async function keepReports(world: World): Promise<void> {
  while ((await remindSome(world)) === atOnce);
  while ((await endSome(world)) === atOnce);
  while ((await dropSome(world)) === atOnce);
  await forgetPosterVisits(world);
}

async function remindSome(world: World): Promise<number> {
  const now = world.clock.now();
  const isDue = and(
    eq(posts.status, "open"),
    isNull(posts.remindedAt),
    lte(posts.expiresAt, new Date(now.getTime() + remindBefore * day)),
  );
  return transaction(world, async (inside) => {
    const due = await inside.db.select().from(posts).where(isDue).limit(atOnce).for("update", { skipLocked: true });
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    await inside.db.update(posts).set({ remindedAt: now }).where(inArray(posts.id, ids));
    await sendAlerts(
      inside,
      due.flatMap((report) => endingAlert(world, report)),
    );
    for (const { id, guestEmail } of due)
      if (guestEmail) await sendReportLetter(inside, { kind: "ending", reportId: id });
    return due.length;
  });
}

function endingAlert(world: World, { id, reporterId, petName, kind, type, language }: Report) {
  if (!reporterId) return [];
  const name = petName ?? world.say(language)(`reports.unnamed.${kind}.${type}`);
  return [
    {
      userId: reporterId,
      kind: "report" as const,
      params: { petName: name },
      link: `/dashboard/lost-found/${id}`,
      topic: id,
    },
  ];
}

async function endSome(world: World): Promise<number> {
  const now = world.clock.now();
  const over = world.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.status, "open"), lte(posts.expiresAt, now)))
    .limit(atOnce);
  const ended = await world.db
    .update(posts)
    .set({ status: "expired", updatedAt: now })
    .where(and(inArray(posts.id, over), eq(posts.status, "open"), lte(posts.expiresAt, now)))
    .returning({ id: posts.id });
  return ended.length;
}

async function dropSome(world: World): Promise<number> {
  const before = new Date(world.clock.now().getTime() - patience * day);
  const stale = world.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.status, "waiting"), lt(posts.createdAt, before)))
    .limit(atOnce);
  const dropped = await world.db
    .delete(posts)
    .where(and(inArray(posts.id, stale), eq(posts.status, "waiting")))
    .returning({ photos: posts.photos });
  await removePhotos(
    world,
    dropped.flatMap(({ photos }) => photos),
  );
  return dropped.length;
}

export const reportJobs = [
  reportLetterJob,
  matchJob,
  jobKind<World, object>("reports.upkeep", { cron: "*/20 * * * *", expireInSeconds: 600 }, keepReports),
];
