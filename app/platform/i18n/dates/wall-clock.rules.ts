import { minuteMs } from "#app/platform/durations.rules.ts";
import { memoize } from "../memoize.rules.ts";
import { getSentZone } from "./sent-zone.rules.ts";

const clockOf = memoize((timeZone) => {
  const [hourCycle, numeric] = ["h23", "numeric"] as const;
  const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
  return new Intl.DateTimeFormat("en-US", { ...fields, hourCycle, timeZone });
});

/** Returns the offset that the server has sent for a moment (in milliseconds), if it has. */
function findSentOffset(moment: number, timeZone: string): number | undefined {
  const minute = moment / minuteMs;
  const zone = getSentZone();
  if (zone?.timeZone === timeZone && minute < zone.until) return zone.offsets.findLast(([from]) => from <= minute)?.[1];
}

/**
 * Returns the calendar fields of a moment in a time zone. In the browser, uses the offsets that the server has sent,
 * because older browsers do not know the current rules: Egypt has had daylight saving again since 2023. The text of a
 * locale is never parsed as a whole, because its order and punctuation change between versions.
 */
export function wallClock(moment: Date, timeZone: string) {
  const offset = findSentOffset(moment.getTime(), timeZone);
  if (offset !== undefined) {
    const local = new Date(moment.getTime() + offset * minuteMs);
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
    };
  }
  const parts = clockOf(timeZone).formatToParts(moment);
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

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Returns the calendar day (`YYYY-MM-DD`) of a moment in a time zone. */
export function dayIn(moment: Date, timeZone: string): string {
  const { year, month, day } = wallClock(moment, timeZone);
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Returns the time (`HH:MM`) of a moment in a time zone. */
export function timeIn(moment: Date, timeZone: string): string {
  const { hour, minute } = wallClock(moment, timeZone);
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}
