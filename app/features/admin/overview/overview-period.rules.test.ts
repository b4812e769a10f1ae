// Administrators would compare a week with the wrong week and act on a rise that never was.
import { describe, expect, test } from "vitest";
import { compareWithBefore, periodBefore, readPeriod } from "./overview-period.rules.ts";

const today = "2026-03-01";
const read = (query: string) => readPeriod(new URLSearchParams(query), today);

describe("overview period", () => {
  test("ends today and has the requested length, or 7 days for a missing or invalid one", () => {
    expect(read("days=1")).toEqual({ from: today, to: today, days: 1 });
    expect(read("days=30")).toEqual({ from: "2026-01-31", to: today, days: 30 });
    for (const query of ["", "days=31", "days=-1", "days=x", "from=yesterday", "from=2026-02-30"])
      expect(read(query), query).toEqual({ from: "2026-02-23", to: today, days: 7 });
  });

  test("accepts custom days in either order, ends today at the latest and has at most 366 days", () => {
    expect(read("from=2026-01-05&to=2026-01-07")).toEqual({ from: "2026-01-05", to: "2026-01-07", days: 3 });
    expect(read("from=2026-01-07&to=2026-01-05")).toEqual({ from: "2026-01-05", to: "2026-01-07", days: 3 });
    expect(read("from=2026-02-20&to=2027-01-01")).toEqual({ from: "2026-02-20", to: today, days: 10 });
    expect(read("from=2026-02-28")).toEqual({ from: "2026-02-28", to: today, days: 2 });
    expect(read("from=2001-01-01&to=2026-01-01")).toMatchObject({ to: "2026-01-01", days: 366 });
  });

  test("is compared with the same number of days before it", () => {
    expect(periodBefore(read("days=7"))).toEqual({ from: "2026-02-16", to: "2026-02-22", days: 7 });
  });
});

test("a figure is compared in percent only where the earlier one is large enough and the change not too large", () => {
  const compare = (now: number, before: number, isMoney = false) => compareWithBefore({ now, before }, { isMoney });
  expect(compare(7, 7)).toEqual({ change: "same" });
  expect(compare(7, 0)).toEqual({ change: "noneBefore" });
  expect(compare(13, 1)).toEqual({ change: "more", percent: null, difference: 12 });
  expect(compare(1, 3)).toEqual({ change: "less", percent: null, difference: 2 });
  expect(compare(25, 20)).toEqual({ change: "more", percent: 25, difference: 5 });
  expect(compare(0, 40)).toEqual({ change: "less", percent: 100, difference: 40 });
  expect(compare(400, 20)).toMatchObject({ percent: null, difference: 380 });
  expect(compare(1500, 1000, true)).toMatchObject({ percent: 50 });
  expect(compare(250_000, 500, true)).toMatchObject({ percent: null, difference: 249_500 });
});
