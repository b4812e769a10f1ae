// A family would see pins on a map without the name of their city.
import { describe, expect, test } from "vitest";
import { findFreeSpot } from "./free-spot.ts";

const name = { left: 100, right: 150, top: 100, bottom: 116 };

describe("a name on the map", () => {
  test("stays at its place when no marker covers it", () => {
    expect(findFreeSpot(name, [{ left: 150, right: 190, top: 90, bottom: 127 }])).toEqual({ x: 0, y: 0 });
  });

  test("stands below or above a marker that covers it", () => {
    expect(findFreeSpot(name, [{ left: 90, right: 130, top: 75, bottom: 112 }])).toEqual({ x: 0, y: 18 });
    expect(findFreeSpot(name, [{ left: 90, right: 130, top: 105, bottom: 142 }])).toEqual({ x: 0, y: -18 });
  });

  test("changes the side when markers stand above and below, and is left out between markers", () => {
    const column = { left: 110, right: 150, top: 40, bottom: 180 };
    expect(findFreeSpot(name, [column])).toEqual({ x: -50, y: 0 });
    expect(findFreeSpot(name, [column, { left: 60, right: 100, top: 40, bottom: 180 }])).toBeNull();
  });
});
