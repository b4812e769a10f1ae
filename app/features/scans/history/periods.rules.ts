import { getMoment } from "#app/platform/i18n/dates/time-zones.rules.ts";
import { wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";

export const periods = ["all", "today", "week", "month"] as const;
export type Period = (typeof periods)[number];

export function isPeriod(text: string | null): text is Period {
  return periods.includes(text as Period);
}

/**
 * Returns the start of the current period in the time zone; null for `all`. Weeks begin on Saturday, as usual in Egypt.
 */
export function periodStart(period: Period, now: Date, timeZone: string): Date | null {
  if (period === "all") return null;
  const { year, month, day } = wallClock(now, timeZone);
  const midnightOf = (date: number) => getMoment({ year, month, day: date }, 0, timeZone);
  if (period === "today") return midnightOf(day);
  if (period === "month") return midnightOf(1);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return midnightOf(day - ((weekday + 1) % 7));
}
