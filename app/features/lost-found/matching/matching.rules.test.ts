// A family would be alarmed by every animal of the town, or never be shown their own.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MatchInput, ReasonCode } from "../matching-reason.rules.ts";
import { isProbable, likelyScore, probabilityAmong, scoreMatch } from "./matching.rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const on = (day: number) => new Date(Date.UTC(2026, 10, day, 10));
const maadi = { latitude: 29.9602, longitude: 31.2569 };

const luna: MatchInput = {
  kind: "lost",
  type: "cat",
  name: "Luna",
  breed: "Persian",
  color: "white and grey",
  size: "small",
  sex: "female",
  age: 3,
  marks: "red collar with a bell, a scar on the left ear",
  at: on(10),
  ...maadi,
};
const same: MatchInput = {
  kind: "found",
  type: "cat",
  breed: "شيرازى",
  color: "رمادى و بيضا",
  size: "small",
  sex: "female",
  age: 3.5,
  marks: "كولر أحمر وجرس، ندبه في الودن",
  at: on(12),
  latitude: 29.962,
  longitude: 31.258,
};

const score = (a: MatchInput, b: MatchInput) => scoreMatch(a, b, now).score;
const codes = (a: MatchInput, b: MatchInput) => scoreMatch(a, b, now).reasons.map(({ code }) => code);

describe("scoreMatch", () => {
  test("recognizes a match without a microchip in two languages, with reasons", () => {
    const match = scoreMatch(luna, same, now);
    expect(match).toMatchObject({ score: 99, isCertain: false });
    expect(match.reasons.map(({ code }) => code).sort()).toEqual<ReasonCode[]>([
      "near",
      "sameAge",
      "sameBreed",
      "sameColor",
      "sameSex",
      "sameSize",
      "sharedMarks",
      "soonAfter",
    ]);
    const weights = match.reasons.map(({ weight }) => Math.abs(weight));
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
  });

  test("is certain by an equal microchip in any spelling, regardless of everything else", () => {
    const chip = { ...luna, microchip: "818 098 100 123 456" };
    for (const written of ["818098100123456", "818-098-100-123-456", "٨١٨٠٩٨١٠٠١٢٣٤٥٦"])
      expect(scoreMatch(chip, { type: "dog", microchip: written, at: on(1) }, now)).toMatchObject({
        score: 100,
        isCertain: true,
      });
    expect(score(chip, { ...same, microchip: "818098100999888" })).toBe(0);
    expect(codes(chip, { ...same, microchip: "818098100123465" })).toContain("nearlySameMicrochip");
  });

  test.each(["", "none", "000000000000000", "1234567890", "12345", "لا يوجد"])(
    "does not accept %j as a microchip",
    (microchip) => {
      expect(scoreMatch({ type: "cat", microchip }, { type: "cat", microchip }, now)).toMatchObject({
        isCertain: false,
        score: 0,
      });
    },
  );

  test("is 0 for different species", () => {
    expect(score(luna, { ...same, type: "dog" })).toBe(0);
    const rabbit: MatchInput = { ...luna, type: "other", otherType: "rabbit" };
    expect(score(rabbit, { ...same, type: "other", otherType: "سلحفاة" })).toBe(0);
    expect(score(rabbit, { ...same, type: "other", otherType: "أرنب" })).toBeGreaterThan(likelyScore);
  });

  test("is 0 if found before it was lost, with one day of tolerance", () => {
    expect(scoreMatch(luna, { ...same, at: on(8) }, now)).toMatchObject({
      score: 0,
      reasons: [{ code: "foundBeforeLost", params: { days: 2 } }],
    });
    expect(score(luna, { ...same, at: on(9) })).toBeGreaterThan(likelyScore);
    expect(score(luna, { ...same, at: new Date("2026-08-02") })).toBe(0);
  });

  test("ignores unknown values", () => {
    expect(scoreMatch({ type: "dog" }, { type: "dog" }, now)).toEqual({ score: 0, isCertain: false, reasons: [] });
    const dog: MatchInput = { type: "dog", breed: "husky", age: 1, sex: "male", color: "black", at: on(3) };
    const other: MatchInput = { type: "dog", breed: "poodle", age: 9, sex: "female", color: "white", at: on(5) };
    expect(score(dog, other)).toBe(0);
    const blank = { breed: "", color: " ", sex: "unknown", age: null, marks: null, area: undefined } as const;
    expect(scoreMatch({ ...luna, ...blank }, same, now).reasons.map(({ code }) => code)).not.toContain("otherColor");
  });

  test("decreases with distance, more so after a shorter time", () => {
    const away = (km: number, day: number) =>
      score(luna, {
        ...same,
        breed: null,
        color: null,
        marks: null,
        latitude: maadi.latitude + km / 111.2,
        at: on(day),
      });
    const scores = [0.2, 1, 3, 8, 20, 200].map((km) => away(km, 12));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(likelyScore);
    expect(scores.at(-1)).toBe(0);
    expect(codes(luna, { ...same, latitude: 0, longitude: 0 })).not.toContain("far");
  });

  test("depends on the public, rounded location only, so that nobody can find out where exactly a report was made", () => {
    const inCell = () =>
      fc.record({ north: fc.double({ min: -0.49, max: 0.49 }), east: fc.double({ min: -0.49, max: 0.49 }) });
    const corner = { latitude: 29.96, longitude: 31.26 };
    fc.assert(
      fc.property(
        inCell(),
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        (exact, rows, columns) => {
          const probe = {
            ...luna,
            latitude: corner.latitude + rows / 100,
            longitude: corner.longitude + columns / 100,
          };
          const hidden = {
            latitude: corner.latitude + (exact.north || 0) / 100,
            longitude: corner.longitude + (exact.east || 0) / 100,
          };
          expect(scoreMatch(probe, { ...same, ...hidden }, now)).toEqual(
            scoreMatch(probe, { ...same, ...corner }, now),
          );
        },
      ),
    );
  });

  test("understands spellings, dialects and typos in both languages", () => {
    const compareTexts = (lost: string, found: string, what: "color" | "breed") =>
      codes({ type: "dog", [what]: lost }, { type: "dog", [what]: found })[0];
    expect(compareTexts("قطة بيضاء", "قطه بيضا", "color")).toBe("sameColor");
    expect(compareTexts("ginger", "مشمشي", "color")).toBe("sameColor");
    expect(compareTexts("black", "أبيض", "color")).toBe("otherColor");
    expect(compareTexts("brown", "عسلي", "color")).toBe("similarColor");
    expect(compareTexts("Golden Retriver", "جولدن ريتريفر", "breed")).toBe("sameBreed");
    expect(compareTexts("جيرمن شيبرد", "German shephard", "breed")).toBe("sameBreed");
    expect(compareTexts("husky", "هاسكى", "breed")).toBe("sameBreed");
    expect(compareTexts("husky", "pug", "breed")).toBe("otherBreed");
    const marks = (a: string, b: string) =>
      scoreMatch({ type: "cat", marks: a }, { type: "cat", marks: b }, now).reasons[0]?.weight ?? 0;
    expect(marks("white paws.", "white paw")).toBe(marks("white paw", "white paws."));
    expect(marks("white paws.", "white paw")).toBeGreaterThan(1);
    expect(marks("a", "a b c d")).toBe(marks("a b c d", "a"));
  });

  test("compares place names only without coordinates", () => {
    const words = { type: "dog", area: "المعادى، شارع 9" } as const;
    expect(codes(words, { type: "dog", area: "Maadi" })).toEqual(["sameArea"]);
    expect(codes(words, { type: "dog", area: "Zamalek" })).toEqual(["otherArea"]);
    expect(codes({ ...words, ...maadi }, { type: "dog", area: "Zamalek", ...maadi })).toEqual(["near"]);
  });
});

const word = fc.constantFrom(
  "white",
  "بيضا",
  "black",
  "brown",
  "بني",
  "husky",
  "بلدي",
  "collar",
  "طوق",
  "Luna",
  "x",
  "",
);
const text = fc.option(
  fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
  { nil: null },
);
const matchInputs: fc.Arbitrary<MatchInput> = fc.record(
  {
    type: fc.constantFrom("dog", "cat", "other", null),
    otherType: text,
    name: text,
    breed: text,
    color: text,
    size: fc.constantFrom("small", "medium", "large", null),
    sex: fc.constantFrom("male", "female", "unknown", null),
    age: fc.oneof(fc.constant(null), fc.double(), fc.integer({ min: 0, max: 30 })),
    marks: text,
    microchip: fc.constantFrom(null, "", "818098100123456", "818098100123457", "no chip"),
    at: fc.oneof(fc.constant(null), fc.constant("nonsense"), fc.date({ noInvalidDate: false })),
    latitude: fc.oneof(fc.constant(null), fc.double({ min: 29, max: 31 }), fc.double()),
    longitude: fc.oneof(fc.constant(null), fc.double({ min: 30, max: 32 }), fc.double()),
    area: text,
  },
  { requiredKeys: [] },
);

describe("scoreMatch with any two reports", () => {
  test("returns an integer from 0 to 100, which is 100 only if certain", () => {
    fc.assert(
      fc.property(matchInputs, matchInputs, (lost, found) => {
        const match = scoreMatch(lost, found, now);
        expect(Number.isInteger(match.score)).toBe(true);
        expect(match.score).toBeGreaterThanOrEqual(0);
        expect(match.score === 100).toBe(match.isCertain);
        for (const { weight } of match.reasons) expect(Number.isFinite(weight)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is symmetric, with the texts on their own sides", () => {
    fc.assert(
      fc.property(matchInputs, matchInputs, (a, b) => {
        const [lost, found] = [
          { ...a, kind: "lost" as const },
          { ...b, kind: "found" as const },
        ];
        expect(scoreMatch(found, lost, now)).toEqual(scoreMatch(lost, found, now));
        const timeless = [
          { ...a, at: null },
          { ...b, at: null },
        ] as const;
        expect(score(timeless[0], timeless[1])).toBe(score(timeless[1], timeless[0]));
      }),
      { numRuns: 2_000 },
    );
  });

  test("loses only the corresponding reason when a field is unknown", () => {
    const fields = {
      sameColor: "color",
      sameBreed: "breed",
      sameSex: "sex",
      sameSize: "size",
      sameAge: "age",
      sharedMarks: "marks",
      soonAfter: "at",
    } as const;
    for (const [code, field] of Object.entries(fields)) {
      const left = codes(luna, { ...same, [field]: null }).filter((one) => one !== "near");
      expect(left.sort()).toEqual(
        codes(luna, same)
          .filter((one) => one !== code && one !== "near")
          .sort(),
      );
    }
  });
});

describe("isProbable", () => {
  test.each([
    ["a likely match without rivals", 75, [75], [75], true],
    ["a fair match without rivals", 60, [60], [60], true],
    ["a weak match without rivals", 50, [50], [50], false],
    ["each of several sightings of one lost animal", 90, [90, 90, 90], [90], true],
    ["an animal that fits two families alike", 90, [90], [90, 90], false],
    ["a fair match beside a likely one", 60, [60, 90], [60], false],
    ["a likely match beside a weak one of another family", 92, [92], [92, 40], true],
  ] as const)("%s", (_, score, ofLost, ofFound, expected) => {
    expect(isProbable(score, ofLost, ofFound)).toBe(expected);
  });

  test("falls with every further match, and all together are never more than certain", () => {
    const scores = fc.array(fc.integer({ min: 35, max: 99 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 35, max: 99 }), (all, more) => {
        for (const one of all) expect(probabilityAmong(one, [...all, more])).toBeLessThan(probabilityAmong(one, all));
        expect(all.reduce((sum, one) => sum + probabilityAmong(one, all), 0)).toBeLessThan(1);
      }),
    );
  });
});
