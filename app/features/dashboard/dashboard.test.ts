// A new owner would not be told what to do next, or would be wished good morning at night.
import { expect, it } from "vitest";
import { getOnboardingSteps, greetingAt } from "./dashboard.rules.ts";

it("greets by the hour", () => {
  expect([0, 3, 4, 11, 12, 17, 18, 23].map(greetingAt)).toEqual([
    "evening",
    "evening",
    "morning",
    "morning",
    "afternoon",
    "afternoon",
    "evening",
    "evening",
  ]);
});

it("marks exactly one step as the next until all are done", () => {
  expect(getOnboardingSteps({ pets: 0, tags: 0, tagged: 0, isTried: false })).toEqual({
    pet: "now",
    tag: "next",
    link: "next",
    test: "next",
    done: 0,
    areDone: false,
  });
  expect(getOnboardingSteps({ pets: 1, tags: 0, tagged: 0, isTried: false })).toEqual({
    pet: "done",
    tag: "now",
    link: "next",
    test: "next",
    done: 1,
    areDone: false,
  });
  expect(getOnboardingSteps({ pets: 0, tags: 2, tagged: 0, isTried: false })).toEqual({
    pet: "now",
    tag: "done",
    link: "next",
    test: "next",
    done: 1,
    areDone: false,
  });
  expect(getOnboardingSteps({ pets: 1, tags: 1, tagged: 0, isTried: false })).toEqual({
    pet: "done",
    tag: "done",
    link: "now",
    test: "next",
    done: 2,
    areDone: false,
  });
  expect(getOnboardingSteps({ pets: 1, tags: 1, tagged: 1, isTried: false })).toMatchObject({ test: "now", done: 3 });
  expect(getOnboardingSteps({ pets: 1, tags: 1, tagged: 1, isTried: true })).toMatchObject({ done: 4, areDone: true });
});
