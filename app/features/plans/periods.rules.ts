import { getMoment } from "#app/platform/i18n/dates/time-zones.rules.ts";
import { wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { isAtLeast, type PaidPlan } from "./plans.rules.ts";

/** Period of a plan, from its start (inclusive) to its end (exclusive). */
export interface Period {
  plan: PaidPlan;
  startsAt: Date;
  endsAt: Date;
  /** Day of the month on which its months end, if the month has it: renewals from the 31st return to the 31st. */
  monthDay: number;
}

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Returns the same local time in `timeZone`, the given number of calendar months later; a missing day becomes the last
 * of the month: 31 January plus one month is 28 or 29 February. With `monthDay` 31, that February date plus one month
 * is 31 March, but only if the date is where such months end.
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

/** Length of a granted plan: calendar months, or until a time. */
export type Length = { months: number } | { until: Date };

/**
 * Places a newly granted plan among the current and future periods (sorted and contiguous): immediately, or after all
 * plans that are as large or larger. The remaining time of smaller plans is postponed, never lost.
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
 * Returns the current and future periods without those that `isRevoked` selects: their past part is kept, and what
 * follows is moved earlier by their remaining time.
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

/** Days before a plan's end on which its owner is reminded; 0 is the day itself. */
export const reminderDays = [14, 3, 0] as const;

/**
 * Returns the reminder due with the given number of days left, when the last one sent was `lastSent`; null for none.
 */
export function dueReminder(daysLeft: number, lastSent: number | null): number | null {
  const due = reminderDays.filter((days) => daysLeft <= days).at(-1);
  return due === undefined || daysLeft < 0 || (lastSent !== null && due >= lastSent) ? null : due;
}
