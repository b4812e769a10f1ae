// Owners would be told to beware of the heat in winter, or get tips for animals they do not have.
import { describe, expect, test } from "vitest";
import { petTypes } from "#app/features/pets/pets.rules.ts";
import { type TipId, tipSubjects } from "./tip-subjects.rules.ts";
import { type Animal, appliesTo, lifeStageOf, lifeStages, seasons, seasonsOn } from "./tips.rules.ts";
import { findTips, listTipsFor } from "./tips.server.ts";

const rocky: Animal = { name: "Rocky", type: "dog", birthdate: "2023-06-10" };
const luna: Animal = { name: "لونا", type: "cat", birthdate: "2026-05-01" };
const createOptions = (values: Partial<Parameters<typeof findTips>[1]> = {}) => ({
  animals: [rocky, luna],
  now: new Date("2026-07-10T12:00:00Z"),
  language: "en" as const,
  timeZone: "Africa/Cairo",
  ...values,
});
const ids = (query: string) => findTips({ query }, createOptions()).map(({ id }) => id);

describe("seasonsOn", () => {
  test.each([
    ["2026-01-15", ["winter"]],
    ["2026-04-15", ["spring"]],
    ["2026-07-10", ["summer"]],
    ["2026-10-15", ["autumn"]],
    ["2026-12-31", ["winter", "holidays"]],
    ["2027-01-02", ["winter", "holidays"]],
    // Ramadan 1447 lasts from 18 February to 19 March 2026; Eid al-Fitr is on the 20th.
    ["2026-02-17", ["winter"]],
    ["2026-02-20", ["winter", "ramadan"]],
    ["2026-03-19", ["spring", "ramadan", "holidays"]],
    ["2026-03-20", ["spring", "holidays"]],
    ["2026-05-27", ["spring", "holidays"]],
  ])("of %s returns %j", (day, expected) => {
    expect(seasonsOn(day)).toEqual(expected);
  });
});

test.each([
  ["dog", "2026-01-01", "young"],
  ["dog", "2025-07-10", "adult"],
  ["dog", "2018-07-10", "senior"],
  ["cat", "2018-07-10", "adult"],
  ["other", "2020-07-10", "senior"],
  ["bird", null, "adult"],
  ["dog", "2027-01-01", "adult"],
] as const)("life stage of a %s born on %s is %s", (type, birthdate, stage) => {
  expect(lifeStageOf({ type, birthdate }, "2026-07-10")).toBe(stage);
});

test("every animal, age and season has tips, each with its own text in both languages", () => {
  const subjects = Object.entries(tipSubjects) as [TipId, (typeof tipSubjects)[TipId]][];
  expect(subjects.length).toBeGreaterThanOrEqual(30);
  for (const type of petTypes)
    for (const birthdate of ["2026-05-01", "2023-07-10", "2000-01-01"])
      expect(subjects.filter(([, tip]) => appliesTo(tip, { type, birthdate }, "2026-07-10")).length).toBeGreaterThan(3);
  for (const season of seasons) expect(findTips({ season }, createOptions()).length).toBeGreaterThan(1);
  for (const stage of lifeStages) expect(findTips({ stage }, createOptions()).length).toBeGreaterThan(3);
  for (const language of ["en", "ar"] as const) {
    const tips = findTips({}, createOptions({ language }));
    expect(new Set(tips.map(({ text }) => text)).size).toBe(subjects.length);
    for (const { text, title } of tips)
      expect(/[\u0600-\u06FF]/.test(title) && /[\u0600-\u06FF]/.test(text)).toBe(language === "ar");
  }
});

test("tips for the user's own animals in season come first, with the animals' names", () => {
  const [first] = findTips({}, createOptions());
  expect(first?.pets.length).toBeGreaterThan(0);
  expect(first?.seasons).toContain("summer");
  const kitten = findTips({ animal: "cat", stage: "young" }, createOptions());
  expect(kitten.length).toBeGreaterThan(1);
  for (const tip of kitten) expect(tip.pets).toEqual(["لونا"]);
  expect(findTips({ animal: "bird" }, createOptions()).every(({ pets }) => !pets.includes("x"))).toBe(true);
});

describe("tip search", () => {
  test("covers both languages", () => {
    expect(ids("asphalt")).toEqual(["pavement"]);
    expect(ids("الأسفلت")).toEqual(["pavement"]);
    expect(ids("ASPHALT hand")).toEqual(["pavement"]);
  });

  test("ignores Arabic spelling variants: hamza, ta marbuta, alif maqsura, vowel signs, tatweel, the article", () => {
    for (const query of ["الاسفلت", "أسفلت", "الأسفَلت", "الأسـفـلت", "إسفلت"]) expect(ids(query)).toEqual(["pavement"]);
    expect(ids("شبكه")).toContain("balcony");
    expect(ids("شبكة")).toContain("balcony");
  });

  test("returns nothing without a match and treats special characters literally", () => {
    for (const query of ["zebra", "%", "_", "\\", "<script>", "' or 1=1"]) expect(ids(query)).toEqual([]);
    expect(ids("   ").length).toBe(Object.keys(tipSubjects).length);
  });
});

test("listTipsFor returns two tips for these animals and rotates them daily", () => {
  const days = Array.from({ length: 8 }, (_, day) => new Date(Date.UTC(2026, 6, 1 + day, 12)));
  const cards = days.map((now) => listTipsFor([rocky], now, "en"));
  for (const card of cards) {
    expect(card).toHaveLength(2);
    for (const tip of card) expect(tip.pets).toEqual(["Rocky"]);
  }
  expect(new Set(cards.map(([tip]) => tip?.id)).size).toBeGreaterThan(4);
  expect(listTipsFor([], new Date("2026-07-10T12:00:00Z"), "ar")).toHaveLength(2);
  // Midnight in Cairo is at 21:00 UTC in summer.
  const firstAt = (time: string) => listTipsFor([rocky], new Date(`2026-07-${time}Z`), "en", "Africa/Cairo")[0]?.id;
  expect(firstAt("10T20:59:59")).not.toBe(firstAt("10T21:00:00"));
  expect(firstAt("10T23:59:59")).toBe(firstAt("11T00:00:00"));
});
