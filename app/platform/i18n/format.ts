import { locale } from "./format-number.ts";
import type { Language } from "./language.ts";

const styles = {
  date: { day: "numeric", month: "long", year: "numeric" },
  shortDate: { day: "numeric", month: "short", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit", hour12: false },
  dateTime: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hour12: false },
  dayMonth: { day: "numeric", month: "short" },
  weekday: { weekday: "long", day: "numeric", month: "long" },
  dayOfWeek: { weekday: "long" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof styles;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a moment in the reader's language and time zone, with Latin digits and the Gregorian calendar in both
 * languages.
 */
export function formatDate(
  when: Date | string,
  language: Language,
  timeZone: string,
  style: DateStyle = "date",
): string {
  const key = `${language} ${timeZone} ${style}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale[language], { ...styles[style], timeZone });
    formats.set(key, format);
  }
  return format.format(typeof when === "string" ? new Date(when) : when);
}

/** Formats a calendar day (`YYYY-MM-DD`), which has no time zone. */
export function formatDay(day: string, language: Language, style: DateStyle = "date"): string {
  return formatDate(`${day}T12:00:00Z`, language, "UTC", style);
}

/** Returns the name of a weekday, 0 for Sunday. */
export function formatDayOfWeek(day: number, language: Language): string {
  return formatDay(`2023-01-0${day + 1}`, language, "dayOfWeek");
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Formats a past moment relative to `now`: "3 minutes ago", and "now" for less than a minute. */
export function formatAgo(when: Date | string, now: Date, language: Language): string {
  const seconds = (new Date(when).getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(locale[language], { numeric: "auto" });
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, "second");
}

/** Formats a list such as "Luna, Rocky and Simba"; each item is isolated from the text direction of the others. */
export function formatList(items: readonly string[], language: Language): string {
  return new Intl.ListFormat(locale[language]).format(items.map((item) => `\u2068${item}\u2069`));
}
