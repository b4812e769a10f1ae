import { shiftDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import type { Repeat } from "./reminders.rules.ts";

/** When a reminder is due, once or repeatedly, in the owner's local time. */
export interface Series {
  /** `YYYY-MM-DD`, the day of occurrence 0. */
  firstDay: string;
  /** `HH:MM`; null for whole days. */
  at: string | null;
  repeat: Repeat;
  /** Interval in days, weeks, months or years. */
  every: number;
  /** Last day on which it may be due. */
  until: string | null;
  /** Total number of occurrences. */
  times: number | null;
  /** Days before each occurrence on which the owner is notified; 0 is the day itself. */
  ahead: readonly number[];
}

/** Time of notifications for whole days. */
const morning = "09:00";

const units = { none: "days", daily: "days", weekly: "weeks", monthly: "months", yearly: "years" } as const;
const shortestDays = { none: Number.POSITIVE_INFINITY, daily: 1, weekly: 7, monthly: 28, yearly: 365 } as const;

const dayAt = ({ firstDay, repeat, every }: Series, number: number): string =>
  Temporal.PlainDate.from(firstDay)
    .add({ [units[repeat]]: number * every })
    .toString();

/**
 * Returns the day of an occurrence, counted from 0; null after the end. Each is calculated from the first day, so that
 * the 31st and 29 February fall on the last day of shorter months and return afterwards.
 */
export function occurrenceDay(series: Series, number: number): string | null {
  const { repeat, until, times } = series;
  if (number < 0 || (repeat === "none" && number > 0) || (times !== null && number >= times)) return null;
  const day = dayAt(series, number);
  return until !== null && day > until ? null : day;
}

/** Returns the number of the last occurrence on or before a day; -1 when there is none. */
function lastOccurrenceUpTo(series: Series, day: string): number {
  const { firstDay, repeat, every, until, times } = series;
  const end = until !== null && until < day ? until : day;
  if (end < firstDay) return -1;
  if (repeat === "none") return 0;
  const unit = units[repeat];
  const whole = Math.floor(Temporal.PlainDate.from(firstDay).until(end, { largestUnit: unit })[unit] / every);
  // From 31 January to 28 February is less than a whole month, but there is an occurrence.
  const number = dayAt(series, whole + 1) <= end ? whole + 1 : whole;
  return times === null ? number : Math.min(number, times - 1);
}

/** Returns the number of the first occurrence on or after a day; null when the series has ended by then. */
export function numberFrom(series: Series, day: string): number | null {
  const number = lastOccurrenceUpTo(series, shiftDay(day, -1)) + 1;
  return occurrenceDay(series, number) === null ? null : number;
}

/**
 * Returns the occurrence that is open after `number` was completed at `wall` (`YYYY-MM-DDTHH:MM`): the next one that is
 * not over by then, so that missed days need not be completed one by one. Null when there is none.
 */
export function nextOpen(series: Series, number: number, wall: string): number | null {
  const today = wall.slice(0, 10);
  const last = lastOccurrenceUpTo(series, today);
  const isOver = occurrenceDay(series, last) !== today || (series.at ?? "00:00") <= wall.slice(11);
  const next = Math.max(number + 1, isOver ? last + 1 : last);
  return occurrenceDay(series, next) === null ? null : next;
}

/** Returns the sorted notification times of an occurrence; never before the previous occurrence. */
function notificationTimes(series: Series, number: number): string[] {
  const day = occurrenceDay(series, number);
  if (day === null) return [];
  const pause = shortestDays[series.repeat] * series.every;
  return series.ahead
    .filter((days) => days === 0 || days < pause)
    .map((days) => `${Temporal.PlainDate.from(day).subtract({ days })}T${series.at ?? morning}`)
    .sort();
}

/**
 * Returns the next time after `wall` at which the owner is notified of this or a later occurrence; null when there is
 * none.
 */
export function nextNotificationTime(series: Series, open: number, wall: string): string | null {
  const first = Math.max(open, lastOccurrenceUpTo(series, wall.slice(0, 10)));
  // All notifications of the following occurrence may have been sent already, but none of the one after it.
  const moments = [first, first + 1, first + 2].flatMap((number) => notificationTimes(series, number));
  return moments.find((moment) => moment > wall) ?? null;
}

/** Returns the latest notification time up to `wall` with its occurrence's day; used when several were missed. */
export function latestNotification(series: Series, wall: string): { moment: string; day: string } | null {
  const last = lastOccurrenceUpTo(series, wall.slice(0, 10));
  for (const number of [last + 1, last, last - 1]) {
    const moment = notificationTimes(series, number).findLast((one) => one <= wall);
    const day = occurrenceDay(series, number);
    if (moment && day) return { moment, day };
  }
  return null;
}
