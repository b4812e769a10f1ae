// A member would lose days of a paid plan at the end of a month or when clocks change.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMonths, dueReminder, type Period, placePeriod } from "./periods.rules.ts";
import { isAtLeast, lengths, paidPlans } from "./plans.rules.ts";

const cairo = "Africa/Cairo";
const utc = (text: string) => new Date(`${text}Z`);

test.each([
  ["2027-01-31T10:00", 1, "2027-02-28T10:00"],
  ["2028-01-31T10:00", 1, "2028-02-29T10:00"],
  ["2028-02-29T10:00", 12, "2029-02-28T10:00"],
  ["2026-08-31T09:00", 6, "2027-02-28T10:00"],
  ["2026-12-15T10:00", 1, "2027-01-15T10:00"],
  // In Cairo it is already the first of the month.
  ["2026-10-31T22:30", 1, "2026-11-30T22:30"],
])("%s plus %i months in Cairo is %s", (from, months, to) => {
  expect(addMonths(utc(from), months, cairo)).toEqual(utc(to));
});

test("addMonths keeps the local time of day across daylight saving changes", () => {
  expect(addMonths(utc("2026-03-20T10:00"), 1, "Europe/Berlin")).toEqual(utc("2026-04-20T09:00"));
});

test("monthly renewals return to the day of the month on which the plan began", () => {
  fc.assert(
    fc.property(
      // At noon, because an hour skipped in spring would shift all later times.
      fc.nat(2_500).map((days) => new Date(utc("2026-01-01T10:00").getTime() + days * 86_400_000)),
      fc.array(fc.constantFrom(...lengths), { minLength: 1, maxLength: 12 }),
      (start, renewals) => {
        let ahead: Period[] = [];
        let total = 0;
        for (const months of renewals) {
          const { added } = placePeriod(ahead, { plan: "comfort", months }, ahead[0]?.startsAt ?? start, cairo);
          ahead = [added];
          total += months;
          expect(added.endsAt).toEqual(addMonths(start, total, cairo));
        }
      },
    ),
  );
});

test("a monthly plan from 31 January ends at the end of February, then on 31 March", () => {
  const month = { plan: "comfort", months: 1 } as const;
  const first = placePeriod<Period>([], month, utc("2027-01-31T10:00"), cairo).added;
  expect(first.endsAt).toEqual(utc("2027-02-28T10:00"));
  expect(placePeriod([first], month, utc("2027-02-20T10:00"), cairo).added.endsAt).toEqual(utc("2027-03-31T10:00"));
  // Renewed after its end, it starts anew on that day of the month.
  expect(placePeriod<Period>([], month, utc("2027-03-05T10:00"), cairo).added.endsAt).toEqual(utc("2027-04-05T10:00"));
});

describe("placePeriod", () => {
  const granted = fc.record({
    plan: fc.constantFrom(...paidPlans),
    months: fc.constantFrom(...lengths),
    after: fc.nat(400),
  });
  const start = utc("2026-01-31T10:00:00");

  test("loses no time, creates no overlaps and puts larger plans first", () => {
    fc.assert(
      fc.property(fc.array(granted, { minLength: 1, maxLength: 8 }), (grants) => {
        let now = start.getTime();
        let periods: Period[] = [];
        for (const { plan, months, after } of grants) {
          now += after * 86_400_000;
          const moment = new Date(now);
          const before = periods.filter(({ endsAt }) => endsAt > moment);
          const left = leftOf(before, now);
          const { added, ahead } = placePeriod(before, { plan, months }, moment, cairo);
          periods = [...ahead, added].filter((one) => one.startsAt < one.endsAt);
          periods.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
          const future = periods.filter(({ endsAt }) => endsAt > moment);
          expect(leftOf(future, now)).toBe(left + added.endsAt.getTime() - added.startsAt.getTime());
          for (const [index, one] of periods.entries()) {
            const next = periods[index + 1];
            if (next) expect(next.startsAt.getTime()).toBeGreaterThanOrEqual(one.endsAt.getTime());
          }
          for (const [index, one] of future.entries()) {
            const next = future[index + 1];
            if (next) expect([next.startsAt, isAtLeast(one.plan, next.plan)]).toEqual([one.endsAt, true]);
          }
        }
      }),
    );
  });
});

function leftOf(periods: Period[], now: number): number {
  return periods.reduce((sum, { startsAt, endsAt }) => sum + endsAt.getTime() - Math.max(now, startsAt.getTime()), 0);
}

test.each([
  [15, null, null],
  [14, null, 14],
  [9, null, 14],
  [9, 14, null],
  [3, 14, 3],
  [2, 3, null],
  [0, 3, 0],
  [0, null, 0],
  [0, 0, null],
  [-1, 3, null],
])("with %i days left and last reminder at %s, the due reminder is %s", (days, told, due) => {
  expect(dueReminder(days, told)).toBe(due);
});

test("addMonths keeps milliseconds", () => {
  expect(addMonths(new Date("2026-11-21T10:11:12.345Z"), 1, "UTC")).toEqual(new Date("2026-12-21T10:11:12.345Z"));
});

test("placePeriod starts a larger plan immediately and postpones the rest of the smaller one", () => {
  const [from, now] = [utc("2026-11-01T10:00"), utc("2026-11-11T10:00")];
  const comfort: Period = { plan: "comfort", startsAt: from, endsAt: utc("2026-12-01T10:00"), monthDay: 1 };
  const { added, ahead } = placePeriod([comfort], { plan: "rescue-plus", months: 1 }, now, "UTC");
  expect(added).toEqual({ plan: "rescue-plus", startsAt: now, endsAt: utc("2026-12-11T10:00"), monthDay: 11 });
  expect(ahead).toEqual([
    { ...comfort, endsAt: now },
    { ...comfort, startsAt: added.endsAt, endsAt: utc("2026-12-31T10:00") },
  ]);
});

test("placePeriod postpones a smaller plan that has not begun", () => {
  const now = utc("2026-11-11T10:00");
  const waiting: Period = { plan: "comfort", startsAt: now, endsAt: utc("2026-12-11T10:00"), monthDay: 11 };
  const { added, ahead } = placePeriod([waiting], { plan: "rescue-plus", months: 1 }, now, "UTC");
  expect(ahead).toEqual([{ ...waiting, startsAt: added.endsAt, endsAt: utc("2027-01-10T10:00") }]);
});

test("addMonths keeps a day other than `monthDay`", () => {
  expect(addMonths(utc("2027-03-15T10:00"), 1, "UTC", 31)).toEqual(utc("2027-04-15T10:00"));
  expect(addMonths(utc("2027-02-28T10:00"), 1, "UTC", 31)).toEqual(utc("2027-03-31T10:00"));
});
