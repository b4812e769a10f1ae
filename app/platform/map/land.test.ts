// A family would look for their pet's place on a map that has sea where their town is.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isOnLand, type Position, packRings, unpackRings } from "./land.ts";
import { makeLand } from "./make-land.ts";
import { placeNames } from "./place-names.ts";

const text = readFileSync(new URL("land.txt", import.meta.url), "utf8");
const rings = unpackRings(text);

describe("land outline", () => {
  test("equals the data of world-atlas", () => {
    expect(makeLand() === text).toBe(true);
  });

  test("is less than 120 KB compressed", () => {
    expect(gzipSync(text).length).toBeLessThan(120 * 1024);
  });

  test.each<[string, Position]>([
    ["Cairo", [31.236, 30.044]],
    ["the Delta", [31, 30.8]],
    ["Sinai", [33.8, 28.6]],
    ["Cyprus", [33, 35]],
    ["Bahrain", [50.55, 26.05]],
    ["London", [-0.128, 51.507]],
  ])("%s is land", (_, place) => {
    expect(isOnLand(rings, place)).toBe(true);
  });

  test.each<[string, Position]>([
    ["the sea off Alexandria", [29.9, 31.4]],
    ["the Red Sea", [34.6, 26.5]],
    ["the Gulf of Suez", [33.2, 28.6]],
    ["the Caspian Sea, inside the land", [51, 42]],
    ["the Atlantic", [-30, 30]],
  ])("%s is water", (_, place) => {
    expect(isOnLand(rings, place)).toBe(false);
  });

  test("packing is exact to a thousandth of a degree", () => {
    const ring: Position[] = [
      [-180, -85.05],
      [0, 0],
      [179.999, 84.123],
      [-0.001, 0.001],
    ];
    expect(unpackRings(packRings([ring, ring]))).toEqual([ring, ring]);
  });
});

test("every named place is on land or close to it", () => {
  // Far from Egypt, the outline is exact to a tenth of a degree.
  const around = [-0.1, 0, 0.1];
  const astray = placeNames.filter(
    ({ latitude, longitude }) =>
      !around.some((east) => around.some((north) => isOnLand(rings, [longitude + east, latitude + north]))),
  );
  expect(astray).toEqual([]);
});
