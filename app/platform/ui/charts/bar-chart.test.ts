// Whoever reads a chart would see bars that leave it or a scale with odd numbers.
import fc from "fast-check";
import { expect, test } from "vitest";
import { topOfScale } from "./bar-chart.tsx";

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 10],
  [11, 20],
  [250, 400],
  [601, 1000],
])("%d has the scale end %d", (largest, top) => {
  expect(topOfScale(largest)).toBe(top);
});

test("the scale holds any value, has an integer half and is at most twice as high", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (largest) => {
      const top = topOfScale(largest);
      return top >= largest && Number.isInteger(top / 2) && (top <= 2 * largest || largest < 2);
    }),
  );
});
