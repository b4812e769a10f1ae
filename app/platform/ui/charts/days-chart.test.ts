// The days under a chart would run into each other on a phone.
import fc from "fast-check";
import { expect, test } from "vitest";
import { daysPerLabel } from "./days-chart.tsx";

test.each([
  [2, 1],
  [7, 2],
  [14, 3],
  [30, 7],
  [92, 21],
])("in a chart of %d days every label follows after %d days", (days, step) => {
  expect(daysPerLabel(days)).toBe(step);
});

test("there are never more than five labels", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1_000 }), (days) => Math.ceil(days / daysPerLabel(days)) <= 5));
});
