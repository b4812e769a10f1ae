import { dayMs } from "#app/platform/durations.rules.ts";
import type { CalendarDay } from "./dates/time-zones.rules.ts";
import { dayIn, timeIn, wallClock } from "./dates/wall-clock.rules.ts";
import type { FinderLanguage } from "./finder-languages.ts";
import { localeOf } from "./format-number.ts";
import { directionOf, type Language } from "./language.ts";
import { memoize } from "./memoize.rules.ts";

const nameFormats = {
  month: memoize((locale) => new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" })),
  weekday: memoize((locale) => new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" })),
};

/**
 * Returns the name of a month or weekday. Only full names are taken from the runtime: short names, order and punctuation
 * change between versions, and a browser must show what the server has rendered.
 */
function nameOf({ year, month, day }: CalendarDay, language: FinderLanguage, field: "month" | "weekday"): string {
  return nameFormats[field](localeOf(language)).format(Date.UTC(year, month - 1, day));
}

/** Shortens an English month as in British dates: "Jan", "Sept". */
const shorten = (month: string) => (month === "September" ? "Sept" : month.slice(0, 3));

/**
 * `date`: 3 December 2026; `shortDate`: 3 Dec 2026; `time`: 18:30; `dateTime`: 3 Dec 2026, 18:30; `dayMonth`: 3 Dec;
 * `month`: December 2026; `weekday`: Thursday 3 December; `dayOfWeek`: Thursday.
 */
export type DateStyle = "date" | "shortDate" | "time" | "dateTime" | "dayMonth" | "month" | "weekday" | "dayOfWeek";

/**
 * Formats a moment in the reader's language and time zone, with Latin digits and the Gregorian calendar in every
 * language.
 */
export function formatDate(
  when: Date | string,
  language: FinderLanguage,
  timeZone: string,
  style: DateStyle = "date",
): string {
  const moment = new Date(when);
  if (style === "time") return timeIn(moment, timeZone);
  const local = wallClock(moment, timeZone);
  if (style === "dayOfWeek") return nameOf(local, language, "weekday");
  const month = nameOf(local, language, "month");
  if (style === "month") return `${month} ${local.year}`;
  if (style === "date") return `${local.day} ${month} ${local.year}`;
  const comma = directionOf(language) === "rtl" ? "، " : ", ";
  if (style === "weekday")
    return `${nameOf(local, language, "weekday")}${language === "en" ? " " : comma}${local.day} ${month}`;
  const shortDate = `${local.day} ${language === "en" ? shorten(month) : month}`;
  if (style === "dayMonth") return shortDate;
  return `${shortDate} ${local.year}${style === "dateTime" ? comma + timeIn(moment, timeZone) : ""}`;
}

/** Formats a calendar day (`YYYY-MM-DD`), which has no time zone. */
export function formatDay(day: string, language: Language, style: DateStyle = "date"): string {
  return formatDate(`${day}T12:00:00Z`, language, "UTC", style);
}

/** Formats a calendar day, or the month (`YYYY-MM`) or year (`YYYY`) if no more is known of it. */
export function formatPartialDay(day: string, language: Language): string {
  if (day.length === 4) return day;
  return day.length === 7 ? formatDay(`${day}-01`, language, "month") : formatDay(day, language);
}

/** Returns the name of a weekday, 0 for Sunday. */
export function formatDayOfWeek(day: number, language: Language): string {
  return formatDay(`2023-01-0${day + 1}`, language, "dayOfWeek");
}

const relativeFormat = memoize((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * Formats a past moment relative to `now`: "3 minutes ago", and "now" for less than a minute. After 24 hours, counts
 * calendar days in the reader's time zone, so that "yesterday" is the day before today.
 */
export function formatAgo(when: Date | string, now: Date, language: Language, timeZone: string): string {
  const moment = new Date(when);
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const format = relativeFormat(localeOf(language));
  if (Math.abs(seconds) >= 86_400) {
    const [day, today] = [moment, now].map((one) => Date.parse(dayIn(one, timeZone))) as [number, number];
    return format.format((day - today) / dayMs, "day");
  }
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, "second");
}

const listFormat = memoize((locale) => new Intl.ListFormat(locale));

/** Formats a list such as "Luna, Rocky and Simba"; each item is isolated from the text direction of the others. */
export function formatList(items: readonly string[], language: Language): string {
  return listFormat(localeOf(language)).format(items.map((item) => `\u2068${item}\u2069`));
}
