import { and, asc, desc, eq, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import { href } from "react-router";
import {
  markNotificationsRead,
  type NewNotification,
  sendNotifications,
} from "#app/features/notifications/notifications.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { hourMs } from "#app/platform/durations.rules.ts";
import { countDaysBetween } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { latestNotification, nextNotificationTime, nextOpen, numberFrom, occurrenceDay } from "./recurrence.rules.ts";
import { dueStateOf, type Snooze } from "./reminders.rules.ts";
import { getReminder, getSeries, notifyQueue, type Reminder } from "./reminders.server.ts";
import { reminderCompletions, reminders } from "./reminders.tables.server.ts";
import { getSnoozeEnd, getWallClock } from "./wall-clock.server.ts";

interface Occurrence {
  reminderId: string;
  /** Day of the open occurrence, as shown on the page. */
  day: string;
}

const getReminderLink = (reminderId: string) => `${href("/dashboard/reminders")}#${reminderId}`;

/**
 * Locks and returns the reminder of an open occurrence. Null when this day is already completed; rejects with 409 when
 * the open occurrence has another day.
 */
async function lockOccurrence(
  ctx: AppContext,
  actor: Actor,
  { reminderId, day }: Occurrence,
): Promise<Reminder | null> {
  const reminder = await getReminder(ctx, actor, reminderId, true);
  if (reminder.state === "open" && reminder.dueDay === day) return reminder;
  const [done] = await ctx.db
    .select({ day: reminderCompletions.day })
    .from(reminderCompletions)
    .where(and(eq(reminderCompletions.reminderId, reminder.id), eq(reminderCompletions.day, day)));
  if (done) return null;
  throw new AppError("reminders.changedMeanwhile", 409);
}

/**
 * Completes the open occurrence. A series advances to its next occurrence that is not over, or ends; its notifications
 * are marked as read. A repeat changes nothing. Rejects with 409 when the open occurrence has another day; 404 for
 * someone else's reminder.
 */
export async function completeReminder(ctx: AppContext, actor: Actor, occurrence: Occurrence): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const reminder = await lockOccurrence(tx, actor, occurrence);
    if (!reminder) return;
    const now = ctx.clock.now();
    const wall = getWallClock(now, actor.timeZone);
    const series = getSeries(reminder);
    const next = nextOpen(series, reminder.number, wall);
    const dueDay = next === null ? null : occurrenceDay(series, next);
    await tx.db
      .insert(reminderCompletions)
      .values({ reminderId: reminder.id, ownerId: actor.id, day: reminder.dueDay, doneAt: now })
      // A restarted series may contain a day that was completed before.
      .onConflictDoUpdate({ target: [reminderCompletions.reminderId, reminderCompletions.day], set: { doneAt: now } });
    await tx.db
      .update(reminders)
      .set({
        ...(next === null || dueDay === null
          ? { state: "done" as const, notifyAt: null }
          : { number: next, dueDay, notifyAt: nextNotificationTime(series, next, wall) }),
        snoozedUntil: null,
        version: reminder.version + 1,
        updatedAt: now,
      })
      .where(eq(reminders.id, reminder.id));
    await markNotificationsRead(tx, actor, { link: getReminderLink(reminder.id) });
  });
}

/**
 * Undoes the last completion of a reminder, so that this occurrence is open again. Rejects with 409 for an earlier one;
 * 404 for someone else's reminder.
 */
export async function undoReminderCompletion(
  ctx: AppContext,
  actor: Actor,
  { reminderId, day }: Occurrence,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const reminder = await getReminder(tx, actor, reminderId, true);
    const [last] = await tx.db
      .select({ day: reminderCompletions.day })
      .from(reminderCompletions)
      .where(eq(reminderCompletions.reminderId, reminder.id))
      .orderBy(desc(reminderCompletions.doneAt), desc(reminderCompletions.day))
      .limit(1);
    const series = getSeries(reminder);
    const number = numberFrom(series, day);
    // The series may have been restarted since and not contain this day.
    if (last?.day !== day || number === null || occurrenceDay(series, number) !== day)
      throw new AppError("reminders.changedMeanwhile", 409);
    const now = ctx.clock.now();
    await tx.db
      .delete(reminderCompletions)
      .where(and(eq(reminderCompletions.reminderId, reminder.id), eq(reminderCompletions.day, day)));
    await tx.db
      .update(reminders)
      .set({
        state: "open",
        number,
        dueDay: day,
        notifyAt: nextNotificationTime(series, number, getWallClock(now, actor.timeZone)),
        snoozedUntil: null,
        version: reminder.version + 1,
        updatedAt: now,
      })
      .where(eq(reminders.id, reminder.id));
  });
}

/**
 * Snoozes a due occurrence for an hour, a day or a week, after which it is notified once more. Rejects with 409 when it
 * is not due yet or the open occurrence has another day; 404 for someone else's reminder.
 */
export async function snoozeReminder(
  ctx: AppContext,
  actor: Actor,
  { span, ...occurrence }: Occurrence & { span: Snooze },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const reminder = await lockOccurrence(tx, actor, occurrence);
    const now = ctx.clock.now();
    const wall = getWallClock(now, actor.timeZone);
    if (!reminder) throw new AppError("reminders.changedMeanwhile", 409);
    if (dueStateOf({ dueDay: reminder.dueDay, at: getSeries(reminder).at }, wall) === "coming")
      throw new AppError("reminders.notDueYet", 409);
    await tx.db
      .update(reminders)
      .set({ snoozedUntil: getSnoozeEnd(now, actor.timeZone, span), version: reminder.version + 1, updatedAt: now })
      .where(eq(reminders.id, reminder.id));
    await markNotificationsRead(tx, actor, { link: getReminderLink(reminder.id) });
  });
}

const batch = 100;
/** Largest offset of any time zone ahead of UTC. */
const maxAhead = 14 * hourMs;
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

type Due = { reminder: Reminder; petName: string; photoId: string | null; language: "en" | "ar"; timeZone: string };

/**
 * Returns a reminder's notification and the time of its next one. The notification is null when it was missed too long
 * ago.
 */
function buildNotification(ctx: AppContext, { reminder, petName, photoId, language, timeZone }: Due, now: Date) {
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
          ...(photoId && { photoId }),
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
  return withTransaction(ctx, async (tx) => {
    const now = ctx.clock.now();
    const rows: Due[] = await tx.db
      .select({
        reminder: reminders,
        petName: pets.name,
        photoId: pets.photoId,
        language: users.language,
        timeZone: users.timeZone,
      })
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
