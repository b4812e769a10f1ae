import { getMoment, wallClock } from "#app/platform/i18n/time-zones.rules.ts";
import { isAtLeast, type PaidPlan } from "./plans.rules.ts";

/** A stretch of time in which a plan holds: from its start on, and no more at its end. */
export interface Period {
  plan: PaidPlan;
  startsAt: Date;
  endsAt: Date;
  /** The day on which its months end, where the month has it: renewals from the 31st come back to the 31st. */
  monthDay: number;
}

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * The same time of day so many calendar months later on the clocks of `timeZone`. Where the month has no such day it is
 * the month's last: 31 January and one month are 28 or 29 February. With `monthDay` 31 that February and one month are
 * 31 March, unless the moment is not where such months end.
 */
export function addMonths(moment: Date, months: number, timeZone: string, monthDay?: number): Date {
  const { year, month, day, hour, minute, second } = wallClock(moment, timeZone);
  const wanted = monthDay && Math.min(monthDay, lastDayOf(year, month)) === day ? monthDay : day;
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const [toYear, toMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  const target = { year: toYear, month: toMonth, day: Math.min(wanted, lastDayOf(toYear, toMonth)) };
  const rest = second * 1000 + moment.getUTCMilliseconds();
  return new Date(getMoment(target, hour * 60 + minute, timeZone).getTime() + rest);
}

/** How long a granted plan holds: so many calendar months, or until a moment. */
export type Length = { months: number } | { until: Date };

/**
 * Where a newly granted plan stands among the periods from now on (in order, one beginning where another ends): at once,
 * or after everything as large or larger. What is left of smaller plans is never lost; it waits and goes on behind it.
 */
export function placePeriod<P extends Period>(
  ahead: readonly P[],
  { plan, ...length }: { plan: PaidPlan } & Length,
  now: Date,
  timeZone: string,
): { added: Period; ahead: P[] } {
  const larger = ahead.filter((period) => isAtLeast(period.plan, plan));
  const smaller = ahead.filter((period) => !isAtLeast(period.plan, plan));
  const before = larger.at(-1);
  const startsAt = before?.endsAt ?? now;
  const monthDay = before?.monthDay ?? wallClock(now, timeZone).day;
  const endsAt = "until" in length ? length.until : addMonths(startsAt, length.months, timeZone, monthDay);
  const added = endsAt.getTime() - startsAt.getTime();
  const later = (moment: Date) => new Date(moment.getTime() + added);
  const moved = smaller.flatMap((period) =>
    period.startsAt < startsAt
      ? [
          { ...period, endsAt: startsAt },
          { ...period, startsAt: endsAt, endsAt: later(period.endsAt) },
        ]
      : [{ ...period, startsAt: later(period.startsAt), endsAt: later(period.endsAt) }],
  );
  return { added: { plan, startsAt, endsAt, monthDay }, ahead: [...larger, ...moved] };
}

/**
 * The periods from now on without those that `isRevoked` names: what has passed of them stays, what comes after begins
 * earlier by as much as was left of them.
 */
export function removePeriods<P extends Period>(
  ahead: readonly P[],
  isRevoked: (period: P) => boolean,
  now: Date,
): P[] {
  let removed = 0;
  return ahead.flatMap((period) => {
    if (!isRevoked(period))
      return [
        {
          ...period,
          startsAt: new Date(period.startsAt.getTime() - removed),
          endsAt: new Date(period.endsAt.getTime() - removed),
        },
      ];
    removed += period.endsAt.getTime() - Math.max(period.startsAt.getTime(), now.getTime());
    return period.startsAt < now ? [{ ...period, endsAt: now }] : [];
  });
}

/** Days before a plan's end on which its owner is reminded, and the day itself. */
export const reminderDays = [14, 3, 0] as const;

/** Which reminder is due with so many days left when the last one told was `told`; null: none. */
export function dueReminder(daysLeft: number, told: number | null): number | null {
  const due = reminderDays.filter((days) => daysLeft <= days).at(-1);
  return due === undefined || daysLeft < 0 || (told !== null && due >= told) ? null : due;
}
