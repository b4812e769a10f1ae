import { formatDate, formatDay } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { ReminderKind, Repeat } from "./reminders.rules.ts";

const repetitions = {
  daily: "reminders.everyDaily",
  weekly: "reminders.everyWeekly",
  monthly: "reminders.everyMonthly",
  yearly: "reminders.everyYearly",
} as const;

/** Formats the repetition: "every day", "every 3 months"; null when it does not repeat. */
export function formatRepetition(t: Translate, { repeat, every }: { repeat: Repeat; every: number }): string | null {
  return repeat === "none" ? null : t(repetitions[repeat], { count: every });
}

/** Returns a reminder's title, or else the name of its kind. */
export function titleOf(t: Translate, { title, kind }: { title: string; kind: ReminderKind }): string {
  return title || t(`reminders.kinds.${kind}`);
}

/** Formats the due date: "3 December 2026, 18:30"; the day alone when there is no time. */
export function formatDue({ dueDay, at }: { dueDay: string; at: string | null }, language: Language): string {
  const day = formatDay(dueDay, language);
  return at ? `${day}${language === "ar" ? "، " : ", "}${at}` : day;
}

/** Formats the end of a snooze: the time if it is today, otherwise date and time. */
export function formatSnoozeEnd(until: Date, now: Date, language: Language, timeZone: string): string {
  const isToday = formatDate(until, "en", timeZone) === formatDate(now, "en", timeZone);
  return formatDate(until, language, timeZone, isToday ? "time" : "dateTime");
}
