// Owners would be reminded a day early or late around the end of a month or a clock change.
import fc from "fast-check";
import { expect, test } from "vitest";
import { countDaysBetween, isCalendarDay, listDaysUpTo, shiftDay } from "./calendar-days.rules.ts";
import { dayStart } from "./time-zones.rules.ts";
import { dayIn } from "./wall-clock.rules.ts";

test.each([
  ["2026-02-28", true],
  ["2028-02-29", true],
  ["0001-01-01", true],
  ["9999-12-31", true],
  ["2026-02-29", false],
  ["2026-02-30", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["0000-01-01", false],
  ["2026-1-1", false],
  ["2026-01-01T00:00", false],
  [" 2026-01-01", false],
  ["yesterday", false],
  ["", false],
])("isCalendarDay(%j) is %s", (text, expected) => {
  expect(isCalendarDay(text)).toBe(expected);
});

const days = fc.date({ min: new Date("0101-01-01"), max: new Date("9899-12-31"), noInvalidDate: true });
const text = days.map((day) => day.toISOString().slice(0, 10));

test("shifting a day agrees with the calendar, and counting undoes it", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: -36_500, max: 36_500 }), (day, count) => {
      const shifted = shiftDay(day, count);
      expect(shifted).toBe(Temporal.PlainDate.from(day).add({ days: count }).toString());
      expect(isCalendarDay(shifted)).toBe(true);
      expect(countDaysBetween(day, shifted)).toBe(count);
    }),
  );
});

test("lists the days before one across the end of a month", () => {
  expect(listDaysUpTo("2026-03-01", 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(listDaysUpTo("2026-03-01", 1)).toEqual(["2026-03-01"]);
});

test("the last days of a time zone begin at its midnight, also before a clock change", () => {
  const now = new Date("2026-11-01T01:00:00Z");
  const days = listDaysUpTo(dayIn(now, "Africa/Cairo"), 4);
  expect(days).toEqual(["2026-10-29", "2026-10-30", "2026-10-31", "2026-11-01"]);
  expect(days.map((day) => dayStart(day, "Africa/Cairo")?.toISOString().slice(0, 13))).toEqual([
    "2026-10-28T21",
    "2026-10-29T22",
    "2026-10-30T22",
    "2026-10-31T22",
  ]);
  expect(listDaysUpTo(dayIn(now, "America/New_York"), 2)).toEqual(["2026-10-30", "2026-10-31"]);
});

test.each(["2026-02-31", "2025-02-29", "2026-04-31", "2026-00-10", "1969-12-31", "2026-2-3"])(
  "%s begins at no moment",
  (day) => {
    expect(dayStart(day, "Africa/Cairo")).toBeUndefined();
  },
);
