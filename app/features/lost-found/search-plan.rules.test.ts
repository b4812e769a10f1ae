// A family would search a kilometre around for a cat that sits in the stairwell, or chase a shy dog away.
import { expect, test } from "vitest";
import { planAnimalOf, searchRadius } from "./search-plan.rules.ts";

test.each([
  ["cat", null, "cat", 500],
  ["cat", "indoor", "catIndoor", 137],
  ["cat", "outdoor", "catOutdoor", 1_609],
  ["cat", "shy", "cat", 500],
  ["dog", null, "dog", 1_609],
  ["dog", "shy", "dogShy", 1_609],
  ["dog", "friendly", "dogFriendly", 1_609],
  ["dog", "indoor", "dog", 1_609],
  ["bird", "outdoor", "bird", null],
  ["other", null, "other", null],
] as const)("a %s, %s, is searched like a %s within %s m", (type, habit, animal, metres) => {
  expect(planAnimalOf({ type, habit })).toBe(animal);
  expect(searchRadius[animal]).toBe(metres);
});
