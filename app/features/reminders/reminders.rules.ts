export const reminderKinds = ["vaccination", "checkup", "medication", "custom"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

export const repeats = ["none", "daily", "weekly", "monthly", "yearly"] as const;
export type Repeat = (typeof repeats)[number];

export const reminderStates = ["open", "done"] as const;

/** How many days before the day itself (0) an owner may want to be told. */
export const daysAhead = [0, 1, 3, 7, 30] as const;

export const snoozes = ["hour", "day", "week"] as const;
export type Snooze = (typeof snoozes)[number];

export const maxLengths = { title: 80, note: 500 } as const;
export const maxInterval = 99;
export const maxRepeats = 999;
export const latestDay = "2099-12-31";
/** The most reminders of one owner. */
export const maxReminders = 1000;

/** Only the owner sees and changes a reminder. */
export function canChangeReminder(actor: { id: string }, reminder: { ownerId: string }): boolean {
  return actor.id === reminder.ownerId;
}

/** How many occurrences are still to come, the open one included; null without a number. */
export function timesLeft({ times, number }: { times: number | null; number: number }): number | null {
  return times === null ? null : times - number;
}

/** A day (`YYYY-MM-DD`) and a time (`HH:MM`) as the clock on the owner's wall shows them; whole days have no time. */
export interface Due {
  dueDay: string;
  at: string | null;
}

export const standings = ["overdue", "today", "coming"] as const;
export type Standing = (typeof standings)[number];

/** Where a reminder stands at `wall` (`YYYY-MM-DDTHH:MM`): overdue from its minute on, whole days from the next day on. */
export function standingOf({ dueDay, at }: Due, wall: string): Standing {
  const today = wall.slice(0, 10);
  if (dueDay > today) return "coming";
  return dueDay < today || (at !== null && at < wall.slice(11)) ? "overdue" : "today";
}
