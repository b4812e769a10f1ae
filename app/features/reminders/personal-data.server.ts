import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { calendarLinks, reminderCompletions, reminders } from "./reminders.tables.server.ts";

export const remindersPersonalData: PersonalData = {
  tables: [reminders, reminderCompletions, calendarLinks],
  async read({ db }, { id }) {
    const rows = await db.select().from(reminders).where(eq(reminders.ownerId, id)).orderBy(asc(reminders.id));
    const done = await db
      .select()
      .from(reminderCompletions)
      .where(eq(reminderCompletions.ownerId, id))
      .orderBy(asc(reminderCompletions.doneAt));
    const [calendar] = await db
      .select({ since: calendarLinks.createdAt })
      .from(calendarLinks)
      .where(eq(calendarLinks.ownerId, id));
    return {
      reminders: rows.map(({ idempotencyKey: _key, ...reminder }) => ({
        ...reminder,
        done: done.filter(({ reminderId }) => reminderId === reminder.id).map(({ day, doneAt }) => ({ day, doneAt })),
      })),
      // The link itself gives access to the calendar.
      calendarLink: calendar ?? null,
    };
  },
  locks: (_ctx, { id }) => [{ key: reminders.id, where: eq(reminders.ownerId, id) }],
};
