import { countDaysBetween, isCalendarDay, shiftDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";

/** Figures counted per day, in the order in which the panel shows them. */
export const dayFigures = ["salesCents", "orders", "scans", "users", "reunited", "pets", "claimed", "reports"] as const;
export type DayFigure = (typeof dayFigures)[number];

/** Selectable lengths in days; 1 is today. */
export const periodLengths = [1, 7, 30, 90] as const;

/** Maximum number of days of a custom period. */
export const maxPeriodDays = 366;

/** Earliest day of a custom period. The time before it, of the same length, must still be after 1970. */
const firstDay = "1980-01-01";

/** Calendar days (`YYYY-MM-DD`), both inclusive. */
export interface Period {
  from: string;
  to: string;
  days: number;
}

/** Returns the period of the same length that ends on the day before. */
export function periodBefore({ from, days }: Period): Period {
  return { from: shiftDay(from, -days), to: shiftDay(from, -1), days };
}

/**
 * Reads the period from a query string: two custom days in either order, or a number of days up to today; 7 days if
 * invalid. It ends today at the latest and has at most 366 days.
 */
export function readPeriod(query: URLSearchParams, today: string): Period {
  const [one, other] = ["from", "to"].map((name) => {
    const day = query.get(name) ?? "";
    return isCalendarDay(day) && day >= firstDay ? day : null;
  });
  if (one || other) {
    const given = [one ?? today, other ?? today].sort();
    const to = given[1]! > today ? today : given[1]!;
    const first = given[0]! > today ? today : given[0]!;
    const days = Math.min(maxPeriodDays, countDaysBetween(first, to) + 1);
    return { from: shiftDay(to, 1 - days), to, days };
  }
  const days = periodLengths.find((length) => String(length) === query.get("days")) ?? 7;
  return { from: shiftDay(today, 1 - days), to: today, days };
}

/** Smallest earlier figure, and largest change, for which a percentage says more than the figures. */
const [minPercentBase, maxPercent] = [20, 300];

/**
 * Compares a figure with the one of the period before: the change in percent, or as a number where a percentage would
 * mislead, because the earlier figure is small or the change large. Amounts of money are never too small.
 */
export function compareWithBefore(
  { now, before }: { now: number; before: number },
  { isMoney = false }: { isMoney?: boolean } = {},
):
  | { change: "same" }
  | { change: "noneBefore" }
  | { change: "more" | "less"; percent: number | null; difference: number } {
  if (now === before) return { change: "same" };
  if (before === 0) return { change: "noneBefore" };
  const difference = Math.abs(now - before);
  const percent = Math.round((difference / before) * 100);
  const isMeaningful = percent <= maxPercent && (isMoney || before >= minPercentBase);
  return { change: now > before ? "more" : "less", percent: isMeaningful ? percent : null, difference };
}
