// A report would be missing from the map because it stands next to another one.
import fc from "fast-check";
import { expect, test } from "vitest";
import { clusterPoints } from "./clusters.ts";

const point = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 400 }) });

test("keeps every point in exactly one group, and the first points of two groups never overlap", () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 60 }), (points) => {
      const groups = clusterPoints(points, (one) => one, 46);
      expect(groups.flat()).toHaveLength(points.length);
      expect(points.every((one) => groups.flat().includes(one))).toBe(true);
      const firsts = groups.map(([first]) => first!);
      for (const [index, one] of firsts.entries())
        for (const other of firsts.slice(index + 1))
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(46);
    }),
  );
});

test("groups points at the same place, in their order", () => {
  const same = [1, 2, 3].map((id) => ({ id, x: 10, y: 10 }));
  expect(clusterPoints(same, (one) => one, 46)).toEqual([same]);
});
