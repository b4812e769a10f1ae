import { and, asc, eq, exists, gt, lte, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { href } from "react-router";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { countDaysBetween } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { dayIn, wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { dueReminder, reminderDays } from "./periods.rules.ts";
import { planPeriods, subscriptionRequests } from "./plans.tables.server.ts";

const batch = 100;
/** Hour of the owner's day from which reminders of a plan's end are sent. */
const firstHour = 9;

/** A period that continues the same plan where this one ends. */
const next = alias(planPeriods, "next");

/**
 * Reminds up to 100 owners after the cursor `after` that their plan ends in 14 days, in 3, or today; once each, from
 * 09:00 in their time zone. Skips those who continue with the same plan or have a pending request. Returns the next
 * cursor.
 */
async function notifyBatch(ctx: AppContext, after: string): Promise<string | null> {
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const latest = new Date(now.getTime() + (reminderDays[0] + 1) * dayMs);
    const followingPeriod = tx.db
      .select({ one: sql`1` })
      .from(next)
      .where(
        and(
          eq(next.userId, planPeriods.userId),
          eq(next.plan, planPeriods.plan),
          eq(next.startsAt, planPeriods.endsAt),
        ),
      );
    const isAsked = tx.db
      .select({ one: sql`1` })
      .from(subscriptionRequests)
      .where(and(eq(subscriptionRequests.userId, planPeriods.userId), eq(subscriptionRequests.status, "pending")));
    const rows = await tx.db
      .select({ period: planPeriods, timeZone: users.timeZone })
      .from(planPeriods)
      .innerJoin(users, eq(users.id, planPeriods.userId))
      .where(
        and(
          gt(planPeriods.id, after),
          gt(planPeriods.endsAt, now),
          lte(planPeriods.startsAt, now),
          lte(planPeriods.endsAt, latest),
          not(exists(followingPeriod)),
          not(exists(isAsked)),
        ),
      )
      .orderBy(asc(planPeriods.id))
      .limit(batch)
      .for("update", { of: planPeriods, skipLocked: true });
    const newNotifications: NewNotification[] = [];
    for (const { period, timeZone } of rows) {
      const days = countDaysBetween(dayIn(now, timeZone), dayIn(period.endsAt, timeZone));
      const due = wallClock(now, timeZone).hour < firstHour ? null : dueReminder(days, period.remindedDays);
      if (due === null) continue;
      const link = href("/dashboard/subscription");
      newNotifications.push({
        userId: period.userId,
        kind: "plan",
        params: { plan: period.plan, days },
        link,
        topic: `plan-end:${period.id}`,
      });
      await tx.db.update(planPeriods).set({ remindedDays: due }).where(eq(planPeriods.id, period.id));
    }
    await sendNotifications(tx, newNotifications);
    return rows.length < batch ? null : (rows.at(-1)?.period.id ?? null);
  });
}

/** Reminds every owner whose plan ends soon. */
export async function notifyPlanEnds(ctx: AppContext): Promise<void> {
  let after: string | null = "00000000-0000-0000-0000-000000000000";
  while (after) after = await notifyBatch(ctx, after);
}

export const planJobs = [
  defineJob<AppContext, object>(
    "plans.notify-expiry",
    { cron: "7 * * * *", expireInSeconds: 300, retryLimit: 2 },
    notifyPlanEnds,
  ),
];
