import { momentOf, wallClock } from "#app/platform/i18n/time-zones.rules.ts";

export const periods = ["all", "today", "week", "month"] as const;
export type Period = (typeof periods)[number];

export function isPeriod(text: string | null): text is Period {
  return periods.includes(text as Period);
}

/** When a period begins for somebody in that zone; weeks begin on Saturday, as they do in Egypt. Null for all. */
export function periodStart(period: Period, now: Date, timeZone: string): Date | null {
  if (period === "all") return null;
  const { year, month, day } = wallClock(now, timeZone);
  const midnightOf = (date: number) => momentOf({ year, month, day: date }, 0, timeZone);
  if (period === "today") return midnightOf(day);
  if (period === "month") return midnightOf(1);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return midnightOf(day - ((weekday + 1) % 7));
}
