import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { Snooze } from "./reminders.rules.ts";

/** The zone itself, or the default one where this machine does not know it: that must not silence anybody. */
export function getKnownZone(timeZone: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId;
  } catch {
    return defaultTimeZone;
  }
}

const zoned = (moment: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(getKnownZone(timeZone));

/** What the clock on the wall shows in a zone: `YYYY-MM-DDTHH:MM`. */
export function getWallClock(moment: Date, timeZone: string): string {
  return zoned(moment, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });
}

const spans = { hour: { hours: 1 }, day: { days: 1 }, week: { weeks: 1 } } as const;

/** An hour later, or tomorrow or in a week at the same time of day, also when the clocks change in between. */
export function getSnoozeEnd(now: Date, timeZone: string, span: Snooze): Date {
  return new Date(zoned(now, timeZone).add(spans[span]).epochMilliseconds);
}

/** Some minutes earlier on the same wall. */
export function subtractMinutes(wall: string, minutes: number): string {
  return Temporal.PlainDateTime.from(wall).subtract({ minutes }).toString({ smallestUnit: "minute" });
}

/** How many days the second calendar day lies after the first; negative before it. */
export function countDaysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days;
}
