export const periods = ["all", "today", "week", "month"] as const;
export type Period = (typeof periods)[number];

export function isPeriod(text: string | null): text is Period {
  return periods.includes(text as Period);
}

/** Calendar parts of a moment as a clock on the wall of that zone shows them. */
function wallClock(moment: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}

/** How far the zone's clocks are ahead of UTC at a moment. Milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(new Date(moment), timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment;
}

const dayLong = 24 * 3_600_000;

/** The first 00:00 of a day in a zone; on a day without one (Egypt's clocks jump at midnight) its first moment. */
function midnight(year: number, month: number, day: number, timeZone: string): Date {
  const target = Date.UTC(year, month - 1, day);
  const [before, after] = [offsetAt(target - dayLong, timeZone), offsetAt(target + dayLong, timeZone)];
  const offset = [before, after].find((one) => offsetAt(target - one, timeZone) === one);
  return new Date(target - (offset ?? before));
}

/** When a period begins for somebody in that zone; weeks begin on Saturday, as they do in Egypt. Null for all. */
export function periodStart(period: Period, now: Date, timeZone: string): Date | null {
  if (period === "all") return null;
  const { year, month, day } = wallClock(now, timeZone);
  if (period === "today") return midnight(year, month, day, timeZone);
  if (period === "month") return midnight(year, month, 1, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return midnight(year, month, day - ((weekday + 1) % 7), timeZone);
}
