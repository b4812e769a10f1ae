import { expect, it } from "vitest";
import { firstSteps, greetingAt } from "./overview.rules.ts";

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

it("shows exactly one step as the next one until all are done", () => {
  expect(firstSteps({ pets: 0, tags: 0, tagged: 0 })).toEqual({
    pet: "now",
    tag: "next",
    link: "next",
    areDone: false,
  });
  expect(firstSteps({ pets: 1, tags: 0, tagged: 0 })).toEqual({
    pet: "done",
    tag: "now",
    link: "next",
    areDone: false,
  });
  expect(firstSteps({ pets: 0, tags: 2, tagged: 0 })).toEqual({
    pet: "now",
    tag: "done",
    link: "next",
    areDone: false,
  });
  expect(firstSteps({ pets: 1, tags: 1, tagged: 0 })).toEqual({
    pet: "done",
    tag: "done",
    link: "now",
    areDone: false,
  });
  expect(firstSteps({ pets: 1, tags: 1, tagged: 1 })).toMatchObject({ areDone: true });
});
