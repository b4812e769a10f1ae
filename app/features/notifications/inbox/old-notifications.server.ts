import { inArray, lt } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { notifications } from "../notifications.tables.server.ts";

/** Days for which the inbox keeps a notification; what it tells of (scans, conversations, orders) has its own time. */
export const notificationDays = 365;
const batch = 5_000;

/** Deletes notifications older than `notificationDays` with their deliveries, in batches that lock only few rows. */
export async function purgeOldNotifications({ db, clock }: AppContext): Promise<void> {
  for (;;) {
    const old = db
      .select({ id: notifications.id })
      .from(notifications)
      .where(lt(notifications.createdAt, clock.ago(notificationDays * dayMs)))
      .limit(batch);
    const deleted = await db.delete(notifications).where(inArray(notifications.id, old));
    if ((deleted.rowCount ?? 0) < batch) return;
  }
}

export const oldNotificationsJob = defineJob<AppContext, object>(
  "notifications.purge-notifications",
  { cron: "7 3 * * *", expireInSeconds: 600 },
  purgeOldNotifications,
);
