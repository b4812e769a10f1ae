import { minuteMs } from "#app/platform/durations.rules.ts";
import { memoize } from "../memoize.rules.ts";
import { getSentZone } from "./sent-zone.rules.ts";

const fields = ["year", "month", "day", "hour", "minute", "second"] as const;

const clockOf = memoize((timeZone) => {
  const numeric = Object.fromEntries(fields.map((field) => [field, "numeric" as const]));
  return new Intl.DateTimeFormat("en-US", { ...numeric, hourCycle: "h23", timeZone });
});

/** Returns the offset that the server has sent for a moment (in milliseconds), if it has. */
function findSentOffset(moment: number, timeZone: string): number | undefined {
  const minute = moment / minuteMs;
  const zone = getSentZone();
  if (zone?.timeZone !== timeZone || minute >= zone.until) return undefined;
  const offset = zone.offsets.findLast(([from]) => from <= minute)?.[1];
  return offset === undefined ? undefined : offset * minuteMs;
}

/** Offsets by time zone and minute: to look one up takes longer than to render a row of a list. */
const offsets = new Map<string, number>();
const maxOffsets = 10_000;

/**
 * Looks up an offset in the runtime's rules. The text of a locale is never parsed as a whole, because its order and
 * punctuation change between versions.
 */
function lookUpOffset(moment: number, timeZone: string): number {
  const key = `${Math.floor(moment / minuteMs)} ${timeZone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = clockOf(timeZone).formatToParts(moment);
  const [year, month, day, hour, minute, second] = fields.map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  ) as [number, number, number, number, number, number];
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/**
 * Returns a time zone's offset from UTC at a moment, both in milliseconds. In the browser, uses the offsets that the
 * server has sent, because older browsers do not know the current rules: Egypt has had daylight saving again since 2023.
 */
export function getOffset(moment: number, timeZone: string): number {
  return findSentOffset(moment, timeZone) ?? lookUpOffset(moment, timeZone);
}

/** Returns the calendar fields of a moment in a time zone. */
export function wallClock(moment: Date, timeZone: string) {
  const local = new Date(moment.getTime() + getOffset(moment.getTime(), timeZone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
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
