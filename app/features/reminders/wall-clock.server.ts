import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { Snooze } from "./reminders.rules.ts";

/** Returns the time zone, or the default one if this server does not know it, so that the owner is still notified. */
export function getKnownZone(timeZone: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId;
  } catch {
    return defaultTimeZone;
  }
}

const zoned = (moment: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(getKnownZone(timeZone));

/** Returns the local time in a time zone: `YYYY-MM-DDTHH:MM`. */
export function getWallClock(moment: Date, timeZone: string): string {
  return zoned(moment, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });
}

const spans = { hour: { hours: 1 }, day: { days: 1 }, week: { weeks: 1 } } as const;

/** Returns the time an hour later, or tomorrow or in a week at the same local time, also across clock changes. */
export function getSnoozeEnd(now: Date, timeZone: string, span: Snooze): Date {
  return new Date(zoned(now, timeZone).add(spans[span]).epochMilliseconds);
}

/** Subtracts minutes from a local time. */
export function subtractMinutes(wall: string, minutes: number): string {
  return Temporal.PlainDateTime.from(wall).subtract({ minutes }).toString({ smallestUnit: "minute" });
}
