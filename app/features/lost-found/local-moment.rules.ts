import { getMoment } from "#app/platform/i18n/dates/time-zones.rules.ts";
import { wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";

const shape = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/;

/**
 * Converts local time such as `2026-11-21T14:05` to a Date. Returns null if that time does not exist in any calendar.
 */
export function localMoment(text: string, timeZone: string): Date | null {
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0] = (shape.exec(text) ?? []).map(Number);
  const plain = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal =
    shape.test(text) && plain.getUTCDate() === day && plain.getUTCMonth() === month - 1 && hour < 24 && minute < 60;
  return isReal ? getMoment({ year, month, day }, hour * 60 + minute, timeZone) : null;
}

const padTwo = (value: number) => String(value).padStart(2, "0");

/** Converts a Date to local time in the same format. */
export function localText(moment: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = wallClock(moment, timeZone);
  return `${String(year).padStart(4, "0")}-${padTwo(month)}-${padTwo(day)}T${padTwo(hour)}:${padTwo(minute)}`;
}
