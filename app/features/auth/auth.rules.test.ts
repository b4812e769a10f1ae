// A plain user would be taken for an administrator, or an honest strong password would be refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayName, isAdmin } from "#app/features/users/users.rules.ts";
import { isStrongEnough, retryPause } from "./auth.rules.ts";

test("only the administrator role makes an administrator", () => {
  expect(isAdmin({ role: "admin" })).toBe(true);
  for (const actor of [{ role: "user" } as const, null, undefined]) expect(isAdmin(actor)).toBe(false);
});

test.each([
  ["Mona", "Nassar", "Mona Nassar"],
  ["Mona", "", "Mona"],
  ["", "نصار", "نصار"],
  ["", "", "mona.n"],
  [" ", "", "mona.n"],
])("the display name for %j and %j is %j", (firstName, lastName, shown) => {
  expect(displayName({ firstName, lastName, email: "mona.n@aleef.test" })).toBe(shown);
});

describe("password strength", () => {
  test.each(["Aleef-24", "مرحبا-٢٤", "😺😺😺😺😺😺😺1", "pass word 1!", "ⅷ_______"])("accepts %j", (password) => {
    expect(isStrongEnough(password)).toBe(true);
  });

  test.each([
    ["too short", "Alee-24"],
    ["seven characters in fourteen code units", "😺😺😺😺😺😺1"],
    ["without a number", "Aleef-cats"],
    ["without a special character", "Aleef2424"],
    ["with a space as the only special character", "Aleef 2424"],
    ["with an accent as the only special character", "cafe\u0301 2424"],
    ["empty", ""],
  ])("rejects a password (%s): %j", (_, password) => {
    expect(isStrongEnough(password)).toBe(false);
  });
});

test("retry pauses start at one second, double, and never exceed ten seconds", () => {
  expect([0, 1, 2, 3, 4].map((attempt) => retryPause(attempt, 0))).toEqual([1000, 2000, 4000, 8000, 10_000]);
  expect(retryPause(0, 0.5)).toBe(1500);
  fc.assert(
    fc.property(fc.nat(50), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const pause = retryPause(attempt, random);
      expect(pause).toBeGreaterThanOrEqual(1000);
      expect(pause).toBeLessThanOrEqual(10_000);
    }),
  );
});
