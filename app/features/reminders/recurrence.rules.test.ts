// A medicine due on the 31st would be skipped in every shorter month.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  latestNotification,
  nextNotificationTime,
  nextOpen,
  numberFrom,
  occurrenceDay,
  type Series,
} from "./recurrence.rules.ts";
import { daysAhead, repeats } from "./reminders.rules.ts";

const series = (values: Partial<Series> = {}): Series => ({
  firstDay: "2026-01-31",
  at: null,
  repeat: "none",
  every: 1,
  until: null,
  times: null,
  ahead: [0],
  ...values,
});

const days = (one: Series, count: number) => Array.from({ length: count }, (_, number) => occurrenceDay(one, number));

describe("occurrences of a series", () => {
  test("fall on the last day of shorter months when they start on the 31st", () => {
    expect(days(series({ repeat: "monthly" }), 5)).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
  });

  test("fall on 28 February in common years when they start on 29 February", () => {
    expect(days(series({ firstDay: "2024-02-29", repeat: "yearly" }), 5)).toEqual([
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  test("end after their number, after their last day, and after one without repetition", () => {
    expect(days(series({ repeat: "daily", every: 2, times: 2 }), 3)).toEqual(["2026-01-31", "2026-02-02", null]);
    expect(days(series({ repeat: "weekly", until: "2026-02-07" }), 3)).toEqual(["2026-01-31", "2026-02-07", null]);
    expect(days(series(), 2)).toEqual(["2026-01-31", null]);
    expect(occurrenceDay(series({ repeat: "daily" }), -1)).toBeNull();
  });

  test("are found by the day in February on which they fall", () => {
    const monthly = series({ repeat: "monthly" });
    expect([numberFrom(monthly, "2026-02-28"), numberFrom(monthly, "2026-03-01")]).toEqual([1, 2]);
  });
});

describe("nextOpen", () => {
  const daily = series({ firstDay: "2026-11-01", repeat: "daily", at: "20:00" });

  test("returns the next occurrence, also when completed in advance", () => {
    expect(nextOpen(daily, 0, "2026-10-30T09:00")).toBe(1);
    expect(nextOpen(daily, 0, "2026-11-01T20:05")).toBe(1);
  });

  test("returns today's occurrence if it is not over, and never one that is", () => {
    expect(nextOpen(daily, 0, "2026-11-05T19:59")).toBe(4);
    expect(nextOpen(daily, 0, "2026-11-05T20:00")).toBe(5);
    expect(nextOpen({ ...daily, at: null }, 0, "2026-11-05T00:00")).toBe(5);
  });

  test("returns null at the end of the series", () => {
    expect(nextOpen(series(), 0, "2026-01-01T00:00")).toBeNull();
    expect(nextOpen({ ...daily, times: 3 }, 0, "2026-11-09T00:00")).toBeNull();
    expect(nextOpen({ ...daily, times: 3 }, 1, "2026-11-01T00:00")).toBe(2);
  });
});

describe("notification times", () => {
  test("are at 09:00 for whole days, before the day and on it", () => {
    const once = series({ firstDay: "2026-12-10", ahead: [0, 1, 7] });
    expect(nextNotificationTime(once, 0, "2026-11-21T12:00")).toBe("2026-12-03T09:00");
    expect(nextNotificationTime(once, 0, "2026-12-03T09:00")).toBe("2026-12-09T09:00");
    expect(nextNotificationTime(once, 0, "2026-12-09T09:00")).toBe("2026-12-10T09:00");
    expect(nextNotificationTime(once, 0, "2026-12-10T09:00")).toBeNull();
  });

  test("are not earlier than the previous occurrence", () => {
    const weekly = series({ firstDay: "2026-12-10", repeat: "weekly", ahead: [0, 3, 7, 30] });
    expect(nextNotificationTime(weekly, 0, "2026-11-21T12:00")).toBe("2026-12-07T09:00");
  });

  test("latestNotification returns the latest of several missed ones, with its day", () => {
    const once = series({ firstDay: "2026-12-10", ahead: [0, 1, 7], at: "18:30" });
    expect(latestNotification(once, "2026-12-03T18:29")).toBeNull();
    expect(latestNotification(once, "2026-12-09T18:30")).toEqual({ moment: "2026-12-09T18:30", day: "2026-12-10" });
    expect(latestNotification(once, "2027-12-10T00:00")).toEqual({ moment: "2026-12-10T18:30", day: "2026-12-10" });
  });
});

describe("any series", () => {
  const day = fc
    .date({ min: new Date("2020-01-01"), max: new Date("2090-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
  const anySeries: fc.Arbitrary<Series> = fc.record({
    firstDay: day,
    at: fc.option(time),
    repeat: fc.constantFrom(...repeats),
    every: fc.integer({ min: 1, max: 99 }),
    until: fc.option(day),
    times: fc.option(fc.integer({ min: 1, max: 999 })),
    ahead: fc.uniqueArray(fc.constantFrom(...daysAhead), { minLength: 1 }),
  });
  const wall = fc.tuple(day, time).map(([date, at]) => `${date}T${at}`);

  test("has increasing days, each of which is found again", () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 60 }), (one, number) => {
        const [here, next] = [occurrenceDay(one, number), occurrenceDay(one, number + 1)];
        if (here === null) {
          expect(next).toBeNull();
          return;
        }
        expect(numberFrom(one, here)).toBe(number);
        if (next !== null) expect(next > here).toBe(true);
      }),
    );
  });

  test("keeps the first day of the month, as far as months have it", () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 60 }), (one, number) => {
        const found = occurrenceDay({ ...one, repeat: "monthly", until: null, times: null }, number);
        const [year = 0, month = 0, date = 0] = (found ?? "").split("-").map(Number);
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect(date).toBe(Math.min(Number(one.firstDay.slice(8)), last));
      }),
    );
  });

  test("has its first occurrence from a day on or after it, and the previous one before it", () => {
    fc.assert(
      fc.property(anySeries, day, (one, from) => {
        const number = numberFrom(one, from);
        if (number === null) return;
        expect((occurrenceDay(one, number) as string) >= from).toBe(true);
        if (number > 0) expect((occurrenceDay(one, number - 1) as string) < from).toBe(true);
      }),
    );
  });

  test("has a next open occurrence that is later and not over", () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 50 }), wall, (one, number, now) => {
        const next = nextOpen(one, number, now);
        if (next === null) return;
        expect(next).toBeGreaterThan(number);
        const moment = `${occurrenceDay(one, next)}T${one.at ?? "23:59"}`;
        expect(moment >= now || moment.slice(0, 10) > now.slice(0, 10)).toBe(true);
      }),
    );
  });

  test("has increasing notification times, each the latest at its own minute", () => {
    fc.assert(
      fc.property(anySeries, wall, (one, start) => {
        let now = start;
        for (let step = 0; step < 12; step++) {
          const next = nextNotificationTime(one, 0, now);
          if (next === null) return;
          expect(next > now).toBe(true);
          expect(latestNotification(one, next)?.moment).toBe(next);
          now = next;
        }
      }),
    );
  });

  test("has no notification time between the latest and the next one", () => {
    fc.assert(
      fc.property(anySeries, wall, (one, now) => {
        const latest = latestNotification(one, now);
        if (latest) expect(nextNotificationTime(one, 0, latest.moment)).toBe(nextNotificationTime(one, 0, now));
      }),
    );
  });
});
