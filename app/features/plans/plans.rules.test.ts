import { expect, test } from "vitest";
import { mayAddPet } from "./plans.rules.ts";

test.each([
  ["basic", 0, true],
  ["basic", 1, false],
  ["basic", 5, false],
  ["comfort", 2, true],
  ["comfort", 3, false],
  ["rescue-plus", 10_000, true],
] as const)("%s with %i pets: %s", (plan, count, may) => {
  expect(mayAddPet(plan, count)).toBe(may);
});
