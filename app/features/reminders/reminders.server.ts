import { and, count, eq, inArray } from "drizzle-orm";
import type { PetMove } from "#app/features/pets/move-pet.server.ts";
import { lockOwnPet } from "#app/features/pets/pets.server.ts";
import { lockAccount } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, readFormKey } from "#app/platform/db/uuid.server.ts";
import { nextNotificationTime, type Series } from "./recurrence.rules.ts";
import type { ReminderForm } from "./reminders.forms.server.ts";
import { canChangeReminder, maxReminders, timesLeft } from "./reminders.rules.ts";
import { reminderCompletions, reminders } from "./reminders.tables.server.ts";
import { getWallClock, subtractMinutes } from "./wall-clock.server.ts";

export type Reminder = typeof reminders.$inferSelect;

/** Queue of the job that notifies owners of due reminders. */
export const notifyQueue = "reminders.notify-due";

/** Minutes by which a notification may be late when the reminder is saved, because filling in a form takes time. */
const grace = 5;

/** Returns the series of a stored reminder; drops the seconds of the database's time. */
export function getSeries(reminder: Reminder): Series {
  return { ...reminder, at: reminder.at?.slice(0, 5) ?? null };
}

/** Returns the actor's own reminder; 404 for someone else's. `lock` locks its row. */
export async function getReminder(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  reminderId: string,
  lock = false,
): Promise<Reminder> {
  const query = ctx.db
    .select()
    .from(reminders)
    .where(and(eq(reminders.id, reminderId), eq(reminders.ownerId, actor.id)));
  const [row] = await (lock ? query.for("update") : query);
  if (!row || !canChangeReminder(actor, row)) throw notFound();
  return row;
}

function toColumns(form: ReminderForm) {
  const { petId, kind, title, note, at, repeat, every, until, times, ahead } = form;
  return { petId, kind, title, note, at, repeat, every, until, times, ahead, firstDay: form.day };
}

/** Triggers the job immediately for what is already due; it finds later ones itself, every minute. */
async function notifyIfDue(ctx: AppContext, notifyAt: string | null, wall: string): Promise<void> {
  if (notifyAt !== null && notifyAt <= wall) await ctx.jobs.send(ctx.db, notifyQueue, {});
}

/**
 * Creates a reminder for the actor's own pet and returns its id. Submitting the same form twice (`form.key`) creates
 * one. Rejects more than 1000 reminders; 404 for someone else's pet.
 */
export async function createReminder(ctx: AppContext, actor: Actor, form: ReminderForm): Promise<string> {
  return withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    await lockOwnPet(tx, actor, form.petId);
    const idempotencyKey = readFormKey(form.key);
    const [duplicate] = idempotencyKey
      ? await tx.db
          .select({ id: reminders.id })
          .from(reminders)
          .where(and(eq(reminders.ownerId, actor.id), eq(reminders.idempotencyKey, idempotencyKey)))
      : [];
    if (duplicate) return duplicate.id;
    const id = createId();
    const [own] = await tx.db.select({ total: count() }).from(reminders).where(eq(reminders.ownerId, actor.id));
    if (own && own.total >= maxReminders)
      throw new AppError("reminders.tooMany", 409, { params: { most: maxReminders } });
    const now = ctx.clock.now();
    const wall = getWallClock(now, actor.timeZone);
    const columns = toColumns(form);
    const notifyAt = nextNotificationTime(columns, 0, subtractMinutes(wall, grace));
    await tx.db.insert(reminders).values({
      ...columns,
      id,
      idempotencyKey,
      ownerId: actor.id,
      dueDay: form.day,
      notifyAt,
      createdAt: now,
      updatedAt: now,
    });
    await notifyIfDue(tx, notifyAt, wall);
    return id;
  });
}

/**
 * Updates a reminder. Another day or repetition restarts the series from that day, even if it was completed; other
 * changes continue it. Rejects with 409 when it was changed after the form was opened (`form.version`); 404 for someone
 * else's pet or reminder.
 */
export async function updateReminder(
  ctx: AppContext,
  actor: Actor,
  reminderId: string,
  form: ReminderForm,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await lockOwnPet(tx, actor, form.petId);
    const old = await getReminder(tx, actor, reminderId, true);
    if (old.version !== form.version) throw new AppError("reminders.changedMeanwhile", 409, { field: "version" });
    const wall = getWallClock(ctx.clock.now(), actor.timeZone);
    const columns = toColumns(form);
    const isContinued = isSameSeries(old, form);
    const series = isContinued ? { ...columns, firstDay: old.firstDay, times: old.times } : columns;
    const number = isContinued ? old.number : 0;
    const isSameTime = isContinued && getSeries(old).at === form.at;
    const sameNotifications = isSameTime && String(old.ahead) === String(form.ahead);
    const isOpen = old.state === "open" || !isContinued;
    const notifyAt = sameNotifications
      ? old.notifyAt
      : isOpen
        ? nextNotificationTime(series, number, isSameTime ? wall : subtractMinutes(wall, grace))
        : null;
    await tx.db
      .update(reminders)
      .set({
        ...series,
        number,
        notifyAt,
        dueDay: form.day,
        state: isOpen ? "open" : "done",
        snoozedUntil: isSameTime ? old.snoozedUntil : null,
        version: old.version + 1,
        updatedAt: ctx.clock.now(),
      })
      .where(eq(reminders.id, old.id));
    if (!sameNotifications) await notifyIfDue(tx, notifyAt, wall);
  });
}

function isSameSeries(old: Reminder, form: ReminderForm): boolean {
  return (
    old.dueDay === form.day &&
    old.repeat === form.repeat &&
    old.every === form.every &&
    old.until === form.until &&
    timesLeft(old) === form.times
  );
}

/** Deletes a reminder with its completions and returns it. */
export async function deleteReminder(ctx: AppContext, actor: Actor, reminderId: string): Promise<Reminder> {
  const reminder = await getReminder(ctx, actor, reminderId);
  await ctx.db.delete(reminders).where(eq(reminders.id, reminder.id));
  return reminder;
}

/**
 * Moves a pet's reminders and their completions to its new owner, who is notified in their own time zone from now on.
 */
export async function moveReminders(tx: AppContext, { petId, fromId, toId }: PetMove): Promise<void> {
  const moved = await tx.db
    .update(reminders)
    .set({ ownerId: toId, idempotencyKey: null, updatedAt: tx.clock.now() })
    .where(and(eq(reminders.petId, petId), eq(reminders.ownerId, fromId)))
    .returning({ id: reminders.id });
  const ids = moved.map(({ id }) => id);
  if (ids.length > 0)
    await tx.db.update(reminderCompletions).set({ ownerId: toId }).where(inArray(reminderCompletions.reminderId, ids));
}
