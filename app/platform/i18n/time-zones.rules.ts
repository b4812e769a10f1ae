/** Calendar parts of a moment as a clock on the wall of that zone shows them. */
export function wallClock(moment: Date, timeZone: string) {
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

/** A calendar day; a day of 0 or 32 is that of the month before or after. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/**
 * When the clocks of a zone show a time, in minutes after midnight, on a day. A time that comes twice there (clocks go
 * back) is its first or its last; one that never comes (clocks go forward) is as long after the change as it would be.
 */
export function getMoment(
  { year, month, day }: CalendarDay,
  minutes: number,
  timeZone: string,
  which: "first" | "last" = "first",
): Date {
  const target = Date.UTC(year, month - 1, day, 0, minutes);
  const [before, after] = [offsetAt(target - dayLong, timeZone), offsetAt(target + dayLong, timeZone)] as const;
  const moments = [before, after].filter((one) => offsetAt(target - one, timeZone) === one).map((one) => target - one);
  if (moments.length === 0) return new Date(target - before);
  return new Date(which === "first" ? Math.min(...moments) : Math.max(...moments));
}
