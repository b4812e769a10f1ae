export const reminderKinds = ["vaccination", "checkup", "medication", "custom"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

export const repeats = ["none", "daily", "weekly", "monthly", "yearly"] as const;
export type Repeat = (typeof repeats)[number];

export const reminderStates = ["open", "done"] as const;

/** Options for the days in advance on which the owner is notified; 0 is the day itself. */
export const daysAhead = [0, 1, 3, 7, 30] as const;

export const snoozes = ["hour", "day", "week"] as const;
export type Snooze = (typeof snoozes)[number];

export const maxLengths = { title: 80, note: 500 } as const;
export const maxInterval = 99;
export const maxRepeats = 999;
export const latestDay = "2099-12-31";
/** Maximum number of reminders per owner. */
export const maxReminders = 1000;

/** Only the owner can see and change a reminder. */
export function canChangeReminder(actor: { id: string }, reminder: { ownerId: string }): boolean {
  return actor.id === reminder.ownerId;
}

/** Returns the number of remaining occurrences, including the open one; null for an unlimited series. */
export function timesLeft({ times, number }: { times: number | null; number: number }): number | null {
  return times === null ? null : times - number;
}

/** Day (`YYYY-MM-DD`) and time (`HH:MM`) in the owner's time zone; null for whole days. */
export interface Due {
  dueDay: string;
  at: string | null;
}

export const dueStates = ["overdue", "today", "coming"] as const;
export type DueState = (typeof dueStates)[number];

/**
 * Returns the state of a reminder at `wall` (`YYYY-MM-DDTHH:MM`): overdue after its minute, or, for whole days, from
 * the next day.
 */
export function dueStateOf({ dueDay, at }: Due, wall: string): DueState {
  const today = wall.slice(0, 10);
  if (dueDay > today) return "coming";
  return dueDay < today || (at !== null && at < wall.slice(11)) ? "overdue" : "today";
}
