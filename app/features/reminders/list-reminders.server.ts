import { and, asc, count, desc, eq, gte, notExists, sql } from "drizzle-orm";
import { livePet, petMedical, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { dueStateOf } from "./reminders.rules.ts";
import { createReminder, getSeries } from "./reminders.server.ts";
import { reminderCompletions, reminders } from "./reminders.tables.server.ts";
import { getWallClock } from "./wall-clock.server.ts";

const pageSize = 20;

const portrait = {
  id: pets.id,
  name: pets.name,
  type: pets.type,
  photoId: pets.photoId,
  photoFocusX: pets.photoFocusX,
  photoFocusY: pets.photoFocusY,
};

interface ListOptions {
  petId?: string | undefined;
  page?: number;
}

const pageOf = (page: number | undefined, total: number) => {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  return { pageCount, page: Math.min(Math.max(1, Math.trunc(page || 1)), pageCount) };
};

/** Lists the actor's open reminders, the longest overdue first, 20 a page; optionally of one pet. */
export async function listOpenReminders(
  ctx: AppContext,
  actor: Actor,
  { petId, page: requestedPage }: ListOptions = {},
) {
  const condition = and(
    eq(reminders.ownerId, actor.id),
    eq(reminders.state, "open"),
    livePet,
    isId(petId) ? eq(reminders.petId, petId) : undefined,
  );
  const [all] = await ctx.db
    .select({ total: count() })
    .from(reminders)
    .innerJoin(pets, eq(pets.id, reminders.petId))
    .where(condition);
  const { page, pageCount } = pageOf(requestedPage, all?.total ?? 0);
  const rows = await ctx.db
    .select({ reminder: reminders, pet: portrait })
    .from(reminders)
    .innerJoin(pets, eq(pets.id, reminders.petId))
    .where(condition)
    .orderBy(asc(reminders.dueDay), sql`${reminders.at} asc nulls first`, asc(reminders.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const wall = getWallClock(ctx.clock.now(), actor.timeZone);
  return {
    reminders: rows.map(({ reminder, pet }) => {
      const { id, kind, title, note, dueDay, repeat, every, snoozedUntil, version } = reminder;
      const { at } = getSeries(reminder);
      const dueState = dueStateOf({ dueDay, at }, wall);
      return { id, kind, title, note, dueDay, at, repeat, every, snoozedUntil, version, dueState, pet };
    }),
    total: all?.total ?? 0,
    page,
    pageCount,
  };
}

export type ListedReminder = Awaited<ReturnType<typeof listOpenReminders>>["reminders"][number];

/**
 * Lists the actor's completed occurrences, latest first, 20 a page. `canReopen`: it is the last one of its reminder.
 */
export async function listDoneReminders(
  ctx: AppContext,
  actor: Actor,
  { petId, page: requestedPage }: ListOptions = {},
) {
  const condition = and(
    eq(reminderCompletions.ownerId, actor.id),
    livePet,
    isId(petId) ? eq(reminders.petId, petId) : undefined,
  );
  const done = () =>
    ctx.db
      .select({
        id: reminders.id,
        kind: reminders.kind,
        title: reminders.title,
        day: reminderCompletions.day,
        doneAt: reminderCompletions.doneAt,
        canReopen: sql<boolean>`not exists (select 1 from ${reminderCompletions} later where later.reminder_id = ${reminders.id} and later.done_at > ${reminderCompletions.doneAt})`,
        pet: portrait,
      })
      .from(reminderCompletions)
      .innerJoin(reminders, eq(reminders.id, reminderCompletions.reminderId))
      .innerJoin(pets, eq(pets.id, reminders.petId));
  const [all] = await ctx.db
    .select({ total: count() })
    .from(reminderCompletions)
    .innerJoin(reminders, eq(reminders.id, reminderCompletions.reminderId))
    .innerJoin(pets, eq(pets.id, reminders.petId))
    .where(condition);
  const { page, pageCount } = pageOf(requestedPage, all?.total ?? 0);
  const rows = await done()
    .where(condition)
    .orderBy(desc(reminderCompletions.doneAt), desc(reminderCompletions.day))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { done: rows, total: all?.total ?? 0, page, pageCount };
}

export type DoneReminder = Awaited<ReturnType<typeof listDoneReminders>>["done"][number];

const notRemindedOf = ({ db }: Pick<AppContext, "db">) =>
  notExists(
    db
      .select({ id: reminders.id })
      .from(reminders)
      .where(
        and(
          eq(reminders.petId, petMedical.petId),
          eq(reminders.kind, "checkup"),
          gte(reminders.dueDay, petMedical.nextCheckup),
        ),
      ),
  );

/** Lists check-ups that pets' records contain without a reminder, each of which can be turned into one. */
export async function listSuggestedCheckups(ctx: AppContext, actor: Actor, petId?: string) {
  const today = getWallClock(ctx.clock.now(), actor.timeZone).slice(0, 10);
  const rows = await ctx.db
    .select({ petId: pets.id, name: pets.name, day: petMedical.nextCheckup })
    .from(petMedical)
    .innerJoin(pets, eq(pets.id, petMedical.petId))
    .where(
      and(
        eq(pets.ownerId, actor.id),
        livePet,
        isId(petId) ? eq(pets.id, petId) : undefined,
        gte(petMedical.nextCheckup, today),
        notRemindedOf(ctx),
      ),
    )
    .orderBy(asc(petMedical.nextCheckup), asc(pets.id))
    .limit(3);
  return rows.flatMap(({ day, ...pet }) => (day ? [{ ...pet, day }] : []));
}

/**
 * Turns the check-up of a pet's record into a reminder, notified a week and a day before and on the day. A repeat
 * changes nothing. Does nothing for a pet without a check-up; 404 for someone else's pet.
 */
export async function createCheckupReminder(ctx: AppContext, actor: Actor, petId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const [pet] = await tx.db
      .select({ id: pets.id })
      .from(pets)
      .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id), livePet))
      .for("no key update");
    if (!pet) throw notFound();
    const [suggestion] = await listSuggestedCheckups(tx, actor, petId);
    if (!suggestion) return;
    await createReminder(tx, actor, {
      petId,
      kind: "checkup",
      title: "",
      note: null,
      day: suggestion.day,
      at: null,
      repeat: "none",
      every: 1,
      until: null,
      times: null,
      ahead: [0, 1, 7],
    });
  });
}
