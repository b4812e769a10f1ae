// A family would miss their pet because one digit of its chip was mistyped.
import { describe, expect, test } from "vitest";
import type { MatchInput } from "../matching-reason.rules.ts";
import { scoreMatch } from "./matching.rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const on = (day: number) => new Date(Date.UTC(2026, 10, day, 10));
const maadi = { latitude: 29.9602, longitude: 31.2569 };

describe("microchips", () => {
  const chips = (a: string, b: string) => scoreMatch({ type: "cat", microchip: a }, { type: "cat", microchip: b }, now);
  const one = "818098100123456";

  test("an equal one is the only reason, and a different one the only reason against", () => {
    expect(chips(one, one).reasons).toEqual([{ code: "sameMicrochip", weight: 100, params: {} }]);
    expect(chips(one, "981098100654321")).toEqual({
      score: 0,
      isCertain: false,
      reasons: [{ code: "otherMicrochip", weight: -100, params: {} }],
    });
  });

  test.each([
    ["a digit misread", "818098100123457"],
    ["the first digit misread", "918098100123456"],
    ["two neighbours swapped", "818098100123465"],
    ["the first two swapped", "188098100123456"],
  ])("%s is nearly the same", (_, other) => {
    expect(chips(one, other).reasons).toEqual([{ code: "nearlySameMicrochip", weight: 5, params: {} }]);
  });

  test.each([
    ["two digits misread", "818098100123477"],
    ["two neighbours misread", "818098100123400"],
    ["an incomplete swap of neighbours", "818098100123468"],
    ["two distant digits swapped", "818098100153426"],
    ["two pairs of neighbours swapped", "818098100124365"],
    ["one digit less", "81809810012345"],
    ["one digit more", "8180981001234567"],
  ])("%s is different", (_, other) => {
    expect(chips(one, other).reasons.map(({ code }) => code)).toEqual(["otherMicrochip"]);
    expect(chips(other, one).reasons.map(({ code }) => code)).toEqual(["otherMicrochip"]);
  });

  test("accepts older ones of nine characters, with letters in any case", () => {
    expect(chips("a12345678", "A-1234-5678").isCertain).toBe(true);
    expect(chips("12345679", "12345679").isCertain).toBe(false);
    expect(chips("AB12CD34EF56", "AB12CD34EF56").isCertain).toBe(false);
    expect(chips("ABCDEFGHIJ", "ABCDEFGHIJ").isCertain).toBe(false);
    expect(chips("555555555555555", "555555555555555").isCertain).toBe(false);
    expect(chips("012345678901234", "012345678901234").isCertain).toBe(false);
  });
});

describe("reasons against a match", () => {
  test("include another species, and a find before the loss", () => {
    expect(scoreMatch({ type: "cat" }, { type: "dog" }, now).reasons).toEqual([
      { code: "otherAnimal", weight: -100, params: {} },
    ]);
    expect(scoreMatch({ at: on(10) }, { at: on(5) }, now)).toEqual({
      score: 0,
      isCertain: false,
      reasons: [{ code: "foundBeforeLost", weight: -100, params: { days: 5 } }],
    });
  });
});

describe("times", () => {
  const getCodes = (lost: MatchInput["at"], found: MatchInput["at"]) =>
    scoreMatch({ type: "dog", at: lost! }, { type: "dog", at: found! }, now).reasons.map(({ code }) => code);

  test("are ignored if they are invalid or more than a day ahead", () => {
    for (const at of ["", "nonsense", null, undefined, new Date(Number.NaN), "2026-11-22T12:00:01Z", "2030-01-01"]) {
      expect(getCodes(on(1), at)).toEqual([]);
      expect(getCodes(at, on(12))).toEqual([]);
    }
    expect(getCodes(on(18), "2026-11-22T12:00:00Z")).toEqual(["soonAfter"]);
    expect(getCodes("1970-01-01", on(12))).toEqual(["longAfter"]);
  });

  test("a find on the day before the loss counts as the same day", () => {
    const same = scoreMatch({ type: "dog", at: on(10) }, { type: "dog", at: on(10) }, now).reasons;
    expect(scoreMatch({ type: "dog", at: on(10) }, { type: "dog", at: on(9) }, now).reasons).toEqual(same);
    const near = { type: "dog", ...maadi } as const;
    expect(scoreMatch({ ...near, at: on(10) }, { ...near, at: on(9) }, now).reasons).toEqual(
      scoreMatch({ ...near, at: on(10) }, { ...near, at: on(10) }, now).reasons,
    );
  });

  test("without dates, a distance is weighed as after three days", () => {
    const far = { type: "cat", latitude: maadi.latitude + 0.1, longitude: maadi.longitude } as const;
    const near = { type: "cat", ...maadi } as const;
    const weigh = (days: number | null) =>
      scoreMatch(
        { ...near, ...(days === null ? {} : { at: on(10) }) },
        { ...far, ...(days === null ? {} : { at: on(10 + days) }) },
        now,
      ).reasons.find(({ code }) => code === "far" || code === "near");
    expect(weigh(null)).toEqual(weigh(3));
    expect(weigh(null)).not.toEqual(weigh(0));
  });
});

test("the species is known if either side names it", () => {
  const weigh = (a: MatchInput["type"], b: MatchInput["type"]) =>
    scoreMatch({ type: a!, at: on(1) }, { type: b!, at: on(8) }, now).reasons[0]?.weight;
  expect(weigh("cat", null)).toBe(weigh("cat", "cat"));
  expect(weigh(null, "cat")).toBe(weigh("cat", "cat"));
  expect(weigh(null, null)).toBe(weigh("dog", "dog"));
});

test("two reports of the same side keep the order in which they are given", () => {
  const [a, b] = [
    { kind: "found", type: "dog", color: "black" },
    { kind: "sighting", type: "dog", color: "أسود" },
  ] as const;
  expect(scoreMatch(a, b, now).reasons[0]?.params).toEqual({ lost: "black", found: "أسود" });
  expect(scoreMatch(b, { ...a, kind: "lost" }, now).reasons[0]?.params).toEqual({ lost: "black", found: "أسود" });
  expect(scoreMatch({ ...a, kind: "lost" }, b, now).reasons[0]?.params).toEqual({ lost: "black", found: "أسود" });
  expect(scoreMatch({ ...a, kind: "lost" }, { ...b, kind: "lost" }, now).reasons[0]?.params.lost).toBe("black");
  expect(scoreMatch({ type: "dog", color: "black" }, { ...b, kind: "lost" }, now).reasons[0]?.params.lost).toBe(
    "black",
  );
});

test("reasons of equal weight are sorted by name, and reasons without weight are omitted", () => {
  const match = scoreMatch(
    { type: "dog", sex: "male", size: "small", age: 2 },
    { type: "dog", sex: "female", size: "large", age: 12 },
    now,
  );
  expect(match.reasons.map(({ code }) => code)).toEqual(["otherSize", "otherAge", "otherSex"]);
  const even = scoreMatch(
    { type: "dog", at: on(1) },
    { type: "dog", at: new Date("2026-12-01T10:00:00Z") },
    new Date("2027-01-01"),
  );
  expect(even.reasons.every(({ weight }) => Math.abs(weight) >= 0.1)).toBe(true);
});
