// An owner would be told to merge reports of two different animals.
import { describe, expect, test } from "vitest";
import { type Compared, isSamePet } from "./merge-reports.server.ts";

const seenAt = new Date("2026-11-10T10:00:00Z");
const hoursOn = (hours: number) => new Date(seenAt.getTime() + hours * 3_600_000);
const bare: Compared = {
  kind: "lost",
  type: "cat",
  petName: "",
  microchip: null,
  petId: null,
  seenAt,
  area: "Maadi",
  colors: [],
};
const same = (one: Partial<Compared>, other: Partial<Compared>) =>
  [
    isSamePet({ ...bare, ...one }, { ...bare, ...other }),
    isSamePet({ ...bare, ...other }, { ...bare, ...one }),
  ] as const;
const yes = [true, true];
const no = [false, false];

describe("isSamePet for two reports of one person", () => {
  test("is false for different kinds or species", () => {
    const chip = { microchip: "818098100123456" };
    expect(same(chip, { ...chip, kind: "found" })).toEqual(no);
    expect(same(chip, { ...chip, type: "dog" })).toEqual(no);
  });

  test("compares microchips first", () => {
    expect(
      same({ microchip: "1", petId: "a", petName: "Luna" }, { microchip: "1", petId: "b", petName: "Simba" }),
    ).toEqual(yes);
    expect(same({ microchip: "1", petId: "a" }, { microchip: "2", petId: "a" })).toEqual(no);
  });

  test("compares pet profiles before names", () => {
    expect(same({ petId: "a", petName: "Luna" }, { petId: "a", petName: "Simba" })).toEqual(yes);
    expect(same({ petId: "a", petName: "Luna" }, { petId: "b", petName: "Luna" })).toEqual(no);
    expect(same({ petId: "a", microchip: "1" }, { petId: "b" })).toEqual(no);
  });

  test("compares names in any spelling, regardless of place and time", () => {
    const far = { seenAt: hoursOn(2000), area: "Giza" };
    expect(same({ petName: "لؤلؤة" }, { petName: " لولوه ", ...far })).toEqual(yes);
    expect(same({ petName: "Luna" }, { petName: "LUNA", ...far })).toEqual(yes);
    expect(same({ petName: "Luna" }, { petName: "Simba" })).toEqual(no);
    expect(same({ petId: "a", petName: "Luna" }, { petName: "Luna", ...far })).toEqual(yes);
  });

  test("without a name requires the same area, at most three days and no conflicting colours", () => {
    expect(same({}, {})).toEqual(yes);
    expect(same({ petName: "Luna" }, {})).toEqual(yes);
    expect(same({}, { area: " maadi " })).toEqual(yes);
    expect(same({}, { area: "Giza" })).toEqual(no);
    expect(same({}, { seenAt: hoursOn(72) })).toEqual(yes);
    expect(same({}, { seenAt: hoursOn(73) })).toEqual(no);
    expect(same({ colors: ["black"] }, {})).toEqual(yes);
    expect(same({ colors: ["black", "white"] }, { colors: ["white", "grey"] })).toEqual(yes);
    expect(same({ colors: ["black"] }, { colors: ["white"] })).toEqual(no);
  });
});
