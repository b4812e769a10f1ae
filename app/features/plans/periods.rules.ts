import { momentOf, wallClock } from "#app/platform/i18n/time-zones.rules.ts";
import { isAtLeast, type PaidPlan } from "./plans.rules.ts";

/** A stretch of time in which a plan holds: from its start on, and no more at its end. */
export interface Period {
  plan: PaidPlan;
  startsAt: Date;
  endsAt: Date;
}

/**
 * The same time of day so many calendar months later on the clocks of `timeZone`. Where the month has no such day it is
 * the month's last: 31 January and one month are 28 or 29 February.
 */
export function addMonths(moment: Date, months: number, timeZone: string): Date {
  const { year, month, day, hour, minute, second } = wallClock(moment, timeZone);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const target = { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day: Math.min(day, lastDay) };
  const rest = second * 1000 + moment.getUTCMilliseconds();
  return new Date(momentOf(target, hour * 60 + minute, timeZone).getTime() + rest);
}

/**
 * Where a newly granted plan stands among the periods from now on (in order, one beginning where another ends): at once,
 * or after everything as large or larger. What is left of smaller plans is never lost; it waits and goes on behind it.
 */
export function placePeriod<P extends Period>(
  ahead: readonly P[],
  { plan, months }: { plan: PaidPlan; months: number },
  now: Date,
  timeZone: string,
): { added: Period; ahead: P[] } {
  const larger = ahead.filter((period) => isAtLeast(period.plan, plan));
  const smaller = ahead.filter((period) => !isAtLeast(period.plan, plan));
  const startsAt = larger.at(-1)?.endsAt ?? now;
  const endsAt = addMonths(startsAt, months, timeZone);
  const length = endsAt.getTime() - startsAt.getTime();
  const later = (moment: Date) => new Date(moment.getTime() + length);
  const moved = smaller.flatMap((period) =>
    period.startsAt < startsAt
      ? [
          { ...period, endsAt: startsAt },
          { ...period, startsAt: endsAt, endsAt: later(period.endsAt) },
        ]
      : [{ ...period, startsAt: later(period.startsAt), endsAt: later(period.endsAt) }],
  );
  return { added: { plan, startsAt, endsAt }, ahead: [...larger, ...moved] };
}

/** Days before a plan's end on which its owner is reminded, and the day itself. */
export const reminderDays = [14, 3, 0] as const;

/** Which reminder is due with so many days left when the last one told was `told`; null: none. */
export function dueReminder(daysLeft: number, told: number | null): number | null {
  const due = reminderDays.filter((days) => daysLeft <= days).at(-1);
  return due === undefined || daysLeft < 0 || (told !== null && due >= told) ? null : due;
}
