// An owner would misread a pet's weight, because the curve leaves its axis.
import fc from "fast-check";
import { expect, test } from "vitest";
import { chartScale } from "./line-chart.tsx";

test.each([
  [
    [4.1, 4.3, 4.2],
    [4, 4.1, 4.2, 4.3, 4.4],
  ],
  [[19.5], [15, 20, 25]],
])("%j has the ticks %j", (values, ticks) => {
  const scale = chartScale(values);
  expect(scale.low).toBeLessThanOrEqual(Math.min(...values));
  expect(scale.high).toBeGreaterThanOrEqual(Math.max(...values));
  expect(scale.ticks.length).toBeGreaterThan(1);
  if (values.length > 1) expect(scale.ticks).toEqual(ticks);
});

test("every value lies within the axis, which has few ticks", () => {
  const values = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(values, (grams) => {
      const kilograms = grams.map((one) => one / 1000);
      const { low, high, ticks } = chartScale(kilograms);
      const isWithin = kilograms.every((one) => one >= low && one <= high);
      return isWithin && ticks[0] === low && ticks.at(-1) === high && ticks.length >= 2 && ticks.length <= 7;
    }),
  );
});
