import { dayMs } from "#app/platform/durations.rules.ts";

/** Days since 1970 of a calendar day, which is written `YYYY-MM-DD` and has no time zone. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** Returns whether a text is an existing day from year 1 on; false for 30 February. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  // Some browsers take 30 February for 2 March.
  return !Number.isNaN(numberOf(text)) && shiftDay(text, 0) === text;
}

/** Returns the day this many days after `day`, or before it if negative. */
export function shiftDay(day: string, days: number): string {
  return new Date((numberOf(day) + days) * dayMs).toISOString().slice(0, 10);
}

/** Returns the number of days from the first day to the second; negative if that is earlier. */
export function countDaysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from);
}

/** Returns the last `count` days up to and including `last`, in order. */
export function listDaysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftDay(last, index + 1 - count));
}
