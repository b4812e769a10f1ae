import { dayMs } from "#app/platform/durations.rules.ts";
import { isCalendarDay } from "./calendar-days.rules.ts";
import { getOffset } from "./wall-clock.rules.ts";

/** A calendar day; days out of range, such as 0 or 32, belong to the neighbouring month. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/**
 * Returns the moment of a local time, given in minutes after midnight. If the time occurs twice (clocks go back),
 * `which` selects the first or last; if it does not occur (clocks go forward), it is shifted by the change.
 */
export function getMoment(
  { year, month, day }: CalendarDay,
  minutes: number,
  timeZone: string,
  which: "first" | "last" = "first",
): Date {
  const target = Date.UTC(year, month - 1, day, 0, minutes);
  const [before, after] = [getOffset(target - dayMs, timeZone), getOffset(target + dayMs, timeZone)] as const;
  const moments = [before, after].filter((one) => getOffset(target - one, timeZone) === one).map((one) => target - one);
  if (moments.length === 0) return new Date(target - before);
  return new Date(which === "first" ? Math.min(...moments) : Math.max(...moments));
}

/**
 * Returns the first moment of a day (`YYYY-MM-DD`), or of the day `later` days after it; undefined for an invalid text.
 */
export function dayStart(day: string | undefined, timeZone: string, later = 0): Date | undefined {
  if (!day || !isCalendarDay(day) || day < "1970") return undefined;
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return getMoment({ year, month, day: date + later }, 0, timeZone);
}
