import { and, asc, eq, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getReminderLink } from "./due-reminders.server.ts";
import { latestNotification, nextNotificationTime } from "./recurrence.rules.ts";
import { getSeries, notifyQueue, type Reminder } from "./reminders.server.ts";
import { reminders } from "./reminders.tables.server.ts";
import { countDaysBetween, getWallClock } from "./wall-clock.server.ts";

const batch = 100;
const hour = 3_600_000;
/** Largest offset of any time zone ahead of UTC. */
const maxAhead = 14 * hour;
/**
 * Days after which a notification missed while no process ran is skipped; the page still shows the reminder as overdue.
 */
const latestDays = 2;

const isOpen = eq(reminders.state, "open");

/**
 * Condition for reminders to be notified by their owner's local time. Uses the owner's current time zone, so that a
 * move needs no rescheduling.
 */
async function buildDueCondition({ db }: AppContext, now: Date): Promise<SQL | undefined> {
  const horizon = new Date(now.getTime() + maxAhead).toISOString().slice(0, 16);
  const zones = await db
    .selectDistinct({ zone: users.timeZone })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.ownerId))
    .where(and(isOpen, isNull(reminders.snoozedUntil), lte(reminders.notifyAt, horizon)));
  const dueByZone = zones.map(({ zone }) =>
    and(eq(users.timeZone, zone), lte(reminders.notifyAt, getWallClock(now, zone))),
  );
  return or(
    and(isNotNull(reminders.snoozedUntil), lte(reminders.snoozedUntil, now)),
    and(isNull(reminders.snoozedUntil), lte(reminders.notifyAt, horizon), or(...dueByZone)),
  );
}

type Due = { reminder: Reminder; petName: string; language: "en" | "ar"; timeZone: string };

/**
 * Returns a reminder's notification and the time of its next one. The notification is null when it was missed too long
 * ago.
 */
function buildNotification(ctx: AppContext, { reminder, petName, language, timeZone }: Due, now: Date) {
  const wall = getWallClock(now, timeZone);
  const series = getSeries(reminder);
  const due = reminder.snoozedUntil ? { moment: wall, day: reminder.dueDay } : latestNotification(series, wall);
  const isLate = !due || countDaysBetween(due.moment.slice(0, 10), wall.slice(0, 10)) > latestDays;
  const notification: NewNotification | null = isLate
    ? null
    : {
        userId: reminder.ownerId,
        kind: "reminder",
        params: {
          petName,
          title: reminder.title || ctx.translator(language)(`reminders.kinds.${reminder.kind}`),
          days: countDaysBetween(wall.slice(0, 10), due.day),
          ...(series.at ? { time: series.at } : {}),
        },
        link: getReminderLink(reminder.id),
        topic: `reminder:${reminder.id}`,
      };
  return { notification, notifyAt: nextNotificationTime(series, reminder.number, wall) };
}

/**
 * Sends up to 100 due notifications, each once: the notification and the next time are written in one transaction, and
 * rows locked by another process are skipped. Returns how many were due.
 */
async function notifyBatch(ctx: AppContext): Promise<number> {
  return transaction(ctx, async (tx) => {
    const now = ctx.clock.now();
    const rows: Due[] = await tx.db
      .select({ reminder: reminders, petName: pets.name, language: users.language, timeZone: users.timeZone })
      .from(reminders)
      .innerJoin(users, eq(users.id, reminders.ownerId))
      .innerJoin(pets, eq(pets.id, reminders.petId))
      .where(and(isOpen, livePet, await buildDueCondition(tx, now)))
      .orderBy(asc(reminders.id))
      .limit(batch)
      .for("update", { of: reminders, skipLocked: true });
    const due = rows.map((row) => ({ id: row.reminder.id, ...buildNotification(ctx, row, now) }));
    await sendNotifications(
      tx,
      due.flatMap(({ notification }) => notification ?? []),
    );
    for (const { id, notifyAt } of due)
      await tx.db.update(reminders).set({ notifyAt, snoozedUntil: null }).where(eq(reminders.id, id));
    return rows.length;
  });
}

/** Sends all notifications that are due now, or became due while no process ran. */
export async function notifyReminders(ctx: AppContext): Promise<void> {
  while ((await notifyBatch(ctx)) === batch);
}

export const reminderJobs = [
  defineJob<AppContext, object>(
    notifyQueue,
    { cron: "* * * * *", expireInSeconds: 300, retryLimit: 2 },
    notifyReminders,
  ),
];
