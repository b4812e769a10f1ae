// An owner who asks for "today" would miss scans around midnight or on the day the clocks change.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPeriod, type Period, periodStart, periods } from "./periods.rules.ts";

const cairo = "Africa/Cairo";
const at = (iso: string) => new Date(iso);
const start = (period: Period, now: string, zone = cairo) => periodStart(period, at(now), zone)?.toISOString() ?? null;

test("periodStart of “all” is null", () => {
  expect(start("all", "2026-11-21T10:00:00Z")).toBeNull();
});

describe("“today” begins at midnight in the owner's time zone", () => {
  test.each([
    ["in winter, two hours before UTC", "2026-01-10T09:00:00Z", cairo, "2026-01-09T22:00:00.000Z"],
    ["in summer, three hours before UTC", "2026-07-10T09:00:00Z", cairo, "2026-07-09T21:00:00.000Z"],
    ["shortly after midnight", "2026-07-09T21:00:01Z", cairo, "2026-07-09T21:00:00.000Z"],
    ["at midnight itself", "2026-07-09T21:00:00Z", cairo, "2026-07-09T21:00:00.000Z"],
    ["shortly before midnight", "2026-07-09T20:59:59.999Z", cairo, "2026-07-08T21:00:00.000Z"],
    ["west of Greenwich", "2026-11-21T03:00:00Z", "America/New_York", "2026-11-20T05:00:00.000Z"],
    ["with a half-hour offset", "2026-11-21T03:00:00Z", "Asia/Kolkata", "2026-11-20T18:30:00.000Z"],
    ["beyond the date line", "2026-11-21T11:00:00Z", "Pacific/Kiritimati", "2026-11-21T10:00:00.000Z"],
  ])("%s", (_, now, zone, expected) => {
    expect(start("today", now, zone)).toBe(expected);
  });
});

describe("periods around Egypt's clock changes", () => {
  // Summer time runs from Friday 24 April 2026, 00:00 (clocks go to 01:00) to Thursday 29 October 2026, 24:00 (clocks
  // go to 23:00).
  test.each([
    ["the evening before the change in spring", "2026-04-23T21:30:00Z", "2026-04-22T22:00:00.000Z"],
    ["Friday in spring has no midnight and begins at 01:00", "2026-04-24T10:00:00Z", "2026-04-23T22:00:00.000Z"],
    ["the first moment of that Friday", "2026-04-23T22:00:00Z", "2026-04-23T22:00:00.000Z"],
    ["the Saturday after", "2026-04-25T10:00:00Z", "2026-04-24T21:00:00.000Z"],
    ["Thursday in autumn has 25 hours", "2026-10-29T21:30:00Z", "2026-10-28T21:00:00.000Z"],
    ["Friday in autumn begins at midnight", "2026-10-30T10:00:00Z", "2026-10-29T22:00:00.000Z"],
  ])("%s", (_, now, expected) => {
    expect(start("today", now)).toBe(expected);
  });

  test("week and month span the clock change", () => {
    expect(start("week", "2026-04-24T10:00:00Z")).toBe("2026-04-17T22:00:00.000Z");
    expect(start("month", "2026-04-30T10:00:00Z")).toBe("2026-03-31T22:00:00.000Z");
    expect(start("month", "2026-10-31T10:00:00Z")).toBe("2026-09-30T21:00:00.000Z");
  });

  test("uses the first midnight when there are two", () => {
    // Cuba sets its clocks from 01:00 back to 00:00.
    expect(start("today", "2026-11-01T15:00:00Z", "America/Havana")).toBe("2026-11-01T04:00:00.000Z");
  });
});

describe("the week begins on Saturday", () => {
  test.each([
    ["six days before a Friday", "2026-11-20T10:00:00Z", "2026-11-13T22:00:00.000Z"],
    ["on the same day for a Saturday", "2026-11-21T10:00:00Z", "2026-11-20T22:00:00.000Z"],
    ["one day before a Sunday", "2026-11-22T10:00:00Z", "2026-11-20T22:00:00.000Z"],
    ["possibly in the previous month", "2026-12-01T10:00:00Z", "2026-11-27T22:00:00.000Z"],
    ["possibly in the previous year", "2027-01-01T10:00:00Z", "2026-12-25T22:00:00.000Z"],
  ])("%s", (_, now, expected) => {
    expect(start("week", now)).toBe(expected);
  });
});

test("the month begins on its first day", () => {
  expect(start("month", "2026-11-01T00:30:00Z")).toBe("2026-10-31T22:00:00.000Z");
  expect(start("month", "2026-10-31T22:30:00Z")).toBe("2026-10-31T22:00:00.000Z");
  expect(start("month", "2028-02-29T12:00:00Z")).toBe("2028-01-31T22:00:00.000Z");
});

const zones = [cairo, "UTC", "Asia/Riyadh", "Europe/London", "America/Sao_Paulo", "America/Havana", "Asia/Kathmandu"];
const someday = fc.date({ min: at("2020-01-01T00:00:00Z"), max: at("2035-12-31T00:00:00Z"), noInvalidDate: true });
const change = fc.constantFrom(
  "2026-04-23T22:00:00Z",
  "2026-10-29T21:00:00Z",
  "2026-03-29T01:00:00Z",
  "2026-11-01T05:00:00Z",
);
const nearChange = fc
  .tuple(change, fc.integer({ min: -60, max: 60 }))
  .map(([iso, hours]) => new Date(Date.parse(iso) + hours * 3_600_000));
const moments = fc.oneof(someday, nearChange);
const day = (moment: number, timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(moment);
const weekday = (moment: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "long" }).format(moment);

test("every period starts in the past, at the first moment of a local day, and contains the shorter periods", () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (now, zone) => {
      const starts = (["today", "week", "month"] as const).map((one) => periodStart(one, now, zone)!.getTime());
      const [today, week, month] = starts as [number, number, number];
      for (const moment of starts) {
        expect(moment).toBeLessThanOrEqual(now.getTime());
        expect(day(moment - 1, zone)).not.toBe(day(moment, zone));
      }
      expect(day(today, zone)).toBe(day(now.getTime(), zone));
      expect(day(month, zone).slice(0, 7)).toBe(day(now.getTime(), zone).slice(0, 7));
      expect(day(month, zone).slice(8)).toBe("01");
      expect(weekday(week, zone)).toBe("Saturday");
      expect(Math.max(week, month)).toBeLessThanOrEqual(today);
      expect(now.getTime() - week).toBeLessThanOrEqual((7 * 24 + 1) * 3_600_000);
    }),
    { numRuns: 500 },
  );
});

test("isPeriod accepts only the four periods", () => {
  expect(periods.every(isPeriod)).toBe(true);
  expect(["", "TODAY", "year", "constructor", null].some(isPeriod)).toBe(false);
});
