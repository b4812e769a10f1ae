// A family would be shown animals found before theirs was lost, or a hundred kilometres away.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distanceEvidence, distanceKm, timeEvidence } from "./matching.rules.ts";

const at = (latitude: unknown, longitude: unknown) =>
  ({ latitude, longitude }) as { latitude: number; longitude: number };
const cairo = at(30.0444, 31.2357);

describe("distanceKm", () => {
  test.each([
    // One degree of a great circle is 6371.0088 km × π / 180.
    [at(0, 1), at(0, 2), 111.195],
    [at(10, 31), at(11, 31), 111.195],
    [at(60, 30), at(60, 31), 55.597],
    [cairo, at(31.2001, 29.9187), 179.98],
    [at(0, 179.5), at(0, -179.5), 111.195],
    [at(90, 0), at(-90, 0), 20_015.1],
    [cairo, cairo, 0],
  ])("from %o to %o", (a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, 1);
    expect(distanceKm(b, a)).toBeCloseTo(km, 1);
  });

  test("is symmetric, never negative and at most half the Earth's circumference", () => {
    const place = fc
      .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
      .filter(([latitude, longitude]) => latitude !== 0 || longitude !== 0)
      .map(([latitude, longitude]) => at(latitude, longitude));
    fc.assert(
      fc.property(place, place, (a, b) => {
        const km = distanceKm(a, b)!;
        expect(km).toBeGreaterThanOrEqual(0);
        expect(km).toBeLessThanOrEqual(20_015.2);
        expect(distanceKm(b, a)).toBeCloseTo(km, 6);
      }),
    );
  });

  test.each([
    ["no coordinates", {}],
    ["no longitude", { latitude: 30 }],
    ["no latitude", { longitude: 31 }],
    ["a string as latitude", at("30", 31)],
    ["a string as longitude", at(30, "31")],
    ["0,0, as reported by a device without a position", at(0, 0)],
    ["a latitude above 90", at(90.1, 31)],
    ["a latitude below -90", at(-90.1, 31)],
    ["a longitude above 180", at(30, 180.1)],
    ["NaN", at(Number.NaN, 31)],
  ])("is null with %s", (_, place) => {
    expect(distanceKm(place, cairo)).toBeNull();
    expect(distanceKm(cairo, place)).toBeNull();
  });

  test.each([at(0, 31), at(30, 0), at(90, 180), at(-90, -180)])("accepts the boundary value %o", (place) => {
    expect(distanceKm(place, cairo)).not.toBeNull();
  });
});

describe("distanceEvidence", () => {
  test.each([
    ["cat", 0, 0, "near", 9],
    ["cat", 0.5, 0, "near", 8.3],
    ["cat", 1, 0, "near", 6.5],
    ["cat", 2, 3, "near", 3.6],
    ["cat", 5, 0, "far", -1.1],
    ["cat", 8, 3, "far", -3.6],
    ["cat", 20, 0, "far", -8.7],
    ["dog", 0, 0, "near", 7.8],
    ["dog", 2, 3, "near", 4.5],
    ["dog", 8, 3, "far", -2.2],
    ["dog", 20, 30, "far", -6],
    ["bird", 3, 3, "near", 3.3],
    ["bird", 15, 3, "far", -4.4],
    ["other", 1, 3, "near", 6.6],
    ["other", 8, 3, "far", -3.5],
    ["cat", 500, 0, "far", -9],
  ] as const)("for a %s, %s km after %s days is %s with %s bits", (type, km, days, code, weight) => {
    const result = distanceEvidence(type, km, days);
    expect([result.code, result.weight]).toEqual([code, weight]);
  });

  test.each([
    ["cat", "indoor", 3, "near", 1.4],
    ["cat", null, 3, "near", 1.6],
    ["cat", "outdoor", 3, "near", 2.5],
    ["cat", "outdoor", 8, "far", -2.5],
    ["dog", "shy", 3, "near", 2.8],
    ["dog", "indoor", 3, "near", 2.8],
  ] as const)("for a %s, %s, %s km away after three days is %s with %s bits", (type, habit, km, code, weight) => {
    const result = distanceEvidence(type, km, 3, habit);
    expect([result.code, result.weight]).toEqual([code, weight]);
  });

  test("gives kilometres with one decimal, and treats an unknown species as a dog", () => {
    expect(distanceEvidence("cat", 1.26, 0).params).toEqual({ km: 1.3 });
    expect(distanceEvidence(null, 6, 2)).toEqual(distanceEvidence("dog", 6, 2));
    expect(distanceEvidence(undefined, 6, 2)).toEqual(distanceEvidence("dog", 6, 2));
  });

  test("decreases with distance, but less so after a longer time", () => {
    const km = fc.double({ min: 0, max: 300, noNaN: true });
    const days = fc.double({ min: 0, max: 180, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom("cat", "dog", "bird", "other"), km, km, days, (type, a, b, after) => {
        const [nearer, farther] = [Math.min(a, b), Math.max(a, b)];
        expect(distanceEvidence(type, nearer, after).weight).toBeGreaterThanOrEqual(
          distanceEvidence(type, farther, after).weight,
        );
      }),
    );
    expect(distanceEvidence("cat", 20, 60).weight).toBeGreaterThan(distanceEvidence("cat", 20, 1).weight);
  });
});

describe("timeEvidence", () => {
  test.each([
    ["dog", 0, "soonAfter", 5],
    ["dog", 1, "soonAfter", 5],
    ["dog", 7, "soonAfter", 2],
    ["dog", 30, "longAfter", -0.9],
    ["dog", 60, "longAfter", -2.6],
    ["dog", 400, "longAfter", -5],
    ["cat", 1, "soonAfter", 4.4],
    ["cat", 7, "soonAfter", 2.9],
    ["cat", 30, "longAfter", -0.3],
    ["cat", 60, "longAfter", -1.6],
    ["bird", 7, "soonAfter", 2],
    ["other", 7, "soonAfter", 2],
  ] as const)("for a %s after %s days is %s with %s bits", (type, days, code, weight) => {
    const result = timeEvidence(type, days);
    expect(result).toEqual({ code, weight, params: { days } });
  });
});
