import { and, desc, eq } from "drizzle-orm";
import { href } from "react-router";
import { markNotificationsRead } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { nextNotificationTime, nextOpen, numberFrom, occurrenceDay } from "./recurrence.rules.ts";
import { type Snooze, standingOf } from "./reminders.rules.ts";
import { getReminder, getSeries, type Reminder } from "./reminders.server.ts";
import { reminderCompletions, reminders } from "./reminders.tables.server.ts";
import { getSnoozeEnd, getWallClock } from "./wall-clock.server.ts";

interface Occurrence {
  reminderId: string;
  /** Day of the open occurrence, as shown on the page. */
  day: string;
}

/** Returns the link of a reminder's notifications. */
export const getReminderLink = (reminderId: string) => `${href("/dashboard/reminders")}#${reminderId}`;

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
  await transaction(ctx, async (tx) => {
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
export async function reopenReminder(ctx: AppContext, actor: Actor, { reminderId, day }: Occurrence): Promise<void> {
  await transaction(ctx, async (tx) => {
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
  await transaction(ctx, async (tx) => {
    const reminder = await lockOccurrence(tx, actor, occurrence);
    const now = ctx.clock.now();
    const wall = getWallClock(now, actor.timeZone);
    if (!reminder) throw new AppError("reminders.changedMeanwhile", 409);
    if (standingOf({ dueDay: reminder.dueDay, at: getSeries(reminder).at }, wall) === "coming")
      throw new AppError("reminders.notDueYet", 409);
    await tx.db
      .update(reminders)
      .set({ snoozedUntil: getSnoozeEnd(now, actor.timeZone, span), version: reminder.version + 1, updatedAt: now })
      .where(eq(reminders.id, reminder.id));
    await markNotificationsRead(tx, actor, { link: getReminderLink(reminder.id) });
  });
}
