import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { calendarLinks, careDone, careReminders } from "./reminders.tables.server.ts";

export const carePersonalData: PersonalData = {
  tables: [careReminders, careDone, calendarLinks],
  async read({ db }, { id }) {
    const reminders = await db
      .select()
      .from(careReminders)
      .where(eq(careReminders.ownerId, id))
      .orderBy(asc(careReminders.id));
    const done = await db.select().from(careDone).where(eq(careDone.ownerId, id)).orderBy(asc(careDone.doneAt));
    const [calendar] = await db
      .select({ since: calendarLinks.createdAt })
      .from(calendarLinks)
      .where(eq(calendarLinks.ownerId, id));
    return {
      reminders: reminders.map(({ idempotencyKey: _key, ...reminder }) => ({
        ...reminder,
        done: done.filter(({ reminderId }) => reminderId === reminder.id).map(({ day, doneAt }) => ({ day, doneAt })),
      })),
      // The link itself opens the calendar for whoever has it.
      calendarLink: calendar ?? null,
    };
  },
};
