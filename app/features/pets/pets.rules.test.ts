// Owners would read a wrong age on their pet's page, or a right chip number would be refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { ageOn, finderItems, microchipNumber, readBirthdate, shownAtFirst } from "./pets.rules.ts";

test.each([
  ["2021", "2021"],
  [" 2021-5 ", "2021-05"],
  ["05/2021", "2021-05"],
  ["17.5.2021", "2021-05-17"],
  ["17\\5\\2021", "2021-05-17"],
  ["17؍5؍2021", "2021-05-17"],
  ["17، 5، 2021", "2021-05-17"],
  ["2021/5/17", "2021-05-17"],
  ["29-2-2020", "2020-02-29"],
  ["29-2-2021", null],
  ["13/2021", null],
  ["5/17/2021", null],
  ["21", null],
  ["5/21", null],
  ["17/5/21", null],
  ["0000", null],
  ["2021-05-17-01", null],
  ["about 2021", null],
  ["", null],
])("reads the date of birth %j as %j", (typed, date) => {
  expect(readBirthdate(typed)).toBe(date);
});

describe("age", () => {
  test.each([
    ["2020-03-15", "2026-03-14", { years: 5, months: 11 }],
    ["2020-03-15", "2026-03-15", { years: 6, months: 0 }],
    ["2026-11-21", "2026-11-21", { years: 0, months: 0 }],
    ["2026-10-31", "2026-11-30", { years: 0, months: 1 }],
    ["2024-02-29", "2025-02-28", { years: 1, months: 0 }],
    ["2024-02-29", "2025-02-27", { years: 0, months: 11 }],
    ["2025-12-31", "2026-01-01", { years: 0, months: 0 }],
    ["2021-05", "2026-11-21", { years: 5, months: 6 }],
    ["2026-11", "2026-11-02", { years: 0, months: 0 }],
    ["2021", "2026-11-21", { years: 5, months: null }],
    ["2021", "2026-02-01", { years: 4, months: null }],
    ["2026", "2026-02-01", { years: 0, months: null }],
  ])("of a pet born on %s, on %s", (birth, today, age) => {
    expect(ageOn(birth, today)).toEqual(age);
  });

  test("is null before the birth", () => {
    for (const birth of ["2026-11-22", "2026-12", "2027"]) expect(ageOn(birth, "2026-11-21")).toBeNull();
  });

  test("never decreases from day to day", () => {
    const day = fc.date({ min: new Date("1980-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
    const months = (birth: string, today: string) => {
      const age = ageOn(birth, today);
      return age ? age.years * 12 + age.months! : -1;
    };
    const text = (date: Date) => date.toISOString().slice(0, 10);
    fc.assert(
      fc.property(day, day, (birth, today) => {
        const tomorrow = new Date(today.getTime() + 86_400_000);
        const step = months(text(birth), text(tomorrow)) - months(text(birth), text(today));
        expect([0, 1]).toContain(step);
      }),
    );
  });

  test("uses calendar days of the owner's time zone", () => {
    const late = new Date("2026-11-20T22:30:00Z");
    expect(dayIn(late, "Africa/Cairo")).toBe("2026-11-21");
    expect(dayIn(late, "America/New_York")).toBe("2026-11-20");
  });
});

describe("microchip", () => {
  test.each([
    ["985112003456789", "985112003456789"],
    ["985 112-003 456 789", "985112003456789"],
    ["0a1234567f", "0A1234567F"],
    ["123456789", "123456789"],
    ["12345678", null],
    ["9851120034567890", null],
    ["98511200345678X", null],
    ["<script>1", null],
  ])("%s", (typed, number) => {
    expect(microchipNumber(typed)).toBe(number);
  });
});

test("health, habits and sex are hidden from finders by default", () => {
  const hidden = finderItems.filter((item) => !shownAtFirst.includes(item));
  expect(hidden).toEqual(["gender", "weight", "diet", "medical", "vet"]);
});
