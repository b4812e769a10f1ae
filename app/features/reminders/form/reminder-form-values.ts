import type { ReminderFields } from "../reminders.forms.server.ts";
import { type ReminderKind, timesLeft } from "../reminders.rules.ts";
import type { Reminder } from "../reminders.server.ts";

/** Initial values of the form, as strings. */
export type ReminderValues = Omit<ReminderFields, "petId" | "version"> & {
  petId: string;
  version?: number;
};

export const newReminderValues = {
  kind: "vaccination" as ReminderKind,
  title: "",
  repeat: "none" as const,
  every: "1",
  ahead: ["0", "1"],
};

/**
 * Returns the form values of a stored reminder: the day of the open occurrence, and the number of occurrences from
 * there on.
 */
export function valuesOf(reminder: Reminder): ReminderValues {
  const { version, petId, kind, title, note, dueDay, at, repeat, every, until, ahead } = reminder;
  return {
    version,
    petId,
    kind,
    title,
    note: note ?? "",
    day: dueDay,
    at: at?.slice(0, 5) ?? "",
    repeat,
    every: String(every),
    until: until ?? "",
    times: String(timesLeft(reminder) ?? ""),
    ahead: ahead.map(String),
  };
}
