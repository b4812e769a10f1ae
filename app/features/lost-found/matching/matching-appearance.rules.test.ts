// The owner of a brown cat would be sent to look at dogs, or miss their own cat called beige.
import { describe, expect, test } from "vitest";
import type { MatchInput, Reason } from "../matching-reason.rules.ts";
import {
  ageEvidence,
  areaEvidence,
  breedEvidence,
  colorEvidence,
  isOtherAnimal,
  marksEvidence,
  nameEvidence,
  sexEvidence,
  sizeEvidence,
} from "./matching-appearance.rules.ts";

type Evidence = (lost: MatchInput, found: MatchInput) => Reason | null;

/** Returns code and weight of the evidence for two values of a field, which must not depend on their order. */
function compareBothWays(evidence: Evidence, field: keyof MatchInput, a: unknown, b: unknown): [string, number] | null {
  const [one, other] = [evidence({ [field]: a }, { [field]: b }), evidence({ [field]: b }, { [field]: a })];
  expect([other?.code, other?.weight]).toEqual([one?.code, one?.weight]);
  return one && [one.code, one.weight];
}

describe("isOtherAnimal", () => {
  const other = (a: Partial<MatchInput>, b: Partial<MatchInput>) => [isOtherAnimal(a, b), isOtherAnimal(b, a)];

  test("distinguishes cat and dog; an unnamed species may be either", () => {
    expect(other({ type: "cat" }, { type: "dog" })).toEqual([true, true]);
    expect(other({ type: "cat" }, { type: "cat" })).toEqual([false, false]);
    for (const type of [null, undefined])
      expect(other({ type: "cat" }, { type: type ?? null })).toEqual([false, false]);
  });

  test.each([
    ["rabbit", "سلحفاة", true],
    ["rabbit", "أرنب", false],
    ["white rabbit", "bunny", false],
    ["rabbit", "chinchilla", false],
    ["gecko", "chinchilla", true],
    ["chinchilla", "Chinchila", false],
    ["rabbit", "", false],
    ["rabbit", null, false],
  ])("for %s and %s returns %s", (a, b, isOther) => {
    expect(other({ type: "other", otherType: a }, { type: "other", otherType: b })).toEqual([isOther, isOther]);
  });

  test("compares the other species only for type “other”", () => {
    expect(other({ type: "cat", otherType: "rabbit" }, { type: "cat", otherType: "turtle" })).toEqual([false, false]);
  });
});

describe("colours", () => {
  test.each([
    ["black", "أسود", ["sameColor", 2.5]],
    ["black and white", "أبيض وأسود", ["sameColor", 3]],
    ["black, white", "black", ["similarColor", 0.3]],
    ["brown", "golden", ["similarColor", -0.4]],
    ["black and brown", "black and golden", ["similarColor", 0.3]],
    ["brown, cream", "golden, cream", ["similarColor", 0.3]],
    ["brown, white", "cream, white", ["similarColor", 0.3]],
    ["white", "black", ["otherColor", -3]],
    ["white, grey, brown", "white", ["similarColor", -0.2]],
    ["taupe", "taupe", ["sameColor", 1.5]],
    ["taupe", "mauve", null],
    ["taupe", "black", null],
    ["black", "", null],
    ["", "black", null],
  ])("compares %s and %s", (a, b, expected) => {
    expect(compareBothWays(colorEvidence, "color", a, b)).toEqual(expected);
  });

  test("treats neighbouring colours as similar in both directions", () => {
    expect(compareBothWays(colorEvidence, "color", "calico", "spotted")).toEqual(["similarColor", -0.4]);
    expect(compareBothWays(colorEvidence, "color", "tabby", "grey")).toEqual(["similarColor", -0.4]);
  });

  test("quotes each side's text, truncated to 60 characters", () => {
    const long = `black ${"x".repeat(80)}`;
    expect(colorEvidence({ color: "black" }, { color: long })?.params).toEqual({
      lost: "black",
      found: long.slice(0, 60),
    });
    expect(colorEvidence({ color: "taupe" }, { color: "taupe!" })?.params).toEqual({ lost: "taupe", found: "taupe!" });
  });
});

describe("breeds", () => {
  test.each([
    ["husky", "هاسكي", ["sameBreed", 3.5]],
    ["husky mix", "husky", ["sameBreed", 3.5]],
    ["husky", "pug", ["otherBreed", -2.5]],
    ["baladi", "بلدي", ["sameBreed", 0.8]],
    ["baladi", "husky", ["otherBreed", -1.2]],
    ["akita", "Akitta", ["sameBreed", 2.5]],
    ["akita", "basenji", null],
    ["akita", "husky", null],
    ["akita", "baladi", null],
    ["husky", "", null],
  ])("compares %s and %s", (a, b, expected) => {
    expect(compareBothWays(breedEvidence, "breed", a, b)).toEqual(expected);
  });

  test.each([
    ["husky", "pug"],
    ["husky", "husky"],
    ["baladi", "stray"],
    ["baladi", "husky"],
    ["akita", "akita"],
  ])("quotes both sides: %s and %s", (lost, found) => {
    expect(breedEvidence({ breed: lost }, { breed: found })?.params).toEqual({ lost, found });
  });
});

test.each([
  ["male", "male", ["sameSex", 0.9]],
  ["female", "female", ["sameSex", 0.9]],
  ["male", "female", ["otherSex", -3]],
  ["male", "unknown", null],
  ["unknown", "unknown", null],
  [null, "female", null],
  [null, null, null],
])("sex: compares %s and %s", (a, b, expected) => {
  expect(compareBothWays(sexEvidence, "sex", a, b)).toEqual(expected);
});

test.each([
  ["small", "small", ["sameSize", 1]],
  ["large", "large", ["sameSize", 1]],
  ["small", "medium", ["otherSize", -0.7]],
  ["medium", "large", ["otherSize", -0.7]],
  ["small", "large", ["otherSize", -3.5]],
  ["small", null, null],
  [null, null, null],
  ["huge", "small", null],
])("size: compares %s and %s", (a, b, expected) => {
  expect(compareBothWays(sizeEvidence, "size", a, b)).toEqual(expected);
});

test.each([
  [3, 3, ["sameAge", 1.2]],
  [3, 4, ["sameAge", 1.2]],
  [0, 0, ["sameAge", 1.2]],
  // ln(4.55 / 3.25) is 0.336, ln(4.65 / 3.25) is 0.358.
  [2.5, 3.8, ["sameAge", 1.2]],
  [2.5, 3.9, null],
  // ln(7.2 / 3.25) is 0.795, ln(7.3 / 3.25) is 0.809.
  [2.5, 6.45, null],
  [2.5, 6.55, ["otherAge", -1.2]],
  // ln(11.9 / 3.25) is 1.298, ln(12 / 3.25) is 1.306.
  [2.5, 11.15, ["otherAge", -1.2]],
  [2.5, 11.25, ["otherAge", -3]],
  [0.2, 12, ["otherAge", -3]],
  [99.9, 99, ["sameAge", 1.2]],
  [100, 100, null],
  [-1, -1, null],
  [null, 3, null],
  [Number.NaN, 3, null],
  ["3", 3, null],
])("age: compares %s and %s", (a, b, expected) => {
  expect(compareBothWays(ageEvidence, "age", a, b)).toEqual(expected);
});

describe("marks", () => {
  test.each([
    ["red collar", "طوق أحمر", ["sharedMarks", 1.8]],
    ["collar", "red collar with a bell", ["sharedMarks", 0.9]],
    ["fluffy whiskers", "whiskers", ["sharedMarks", 0.8]],
    ["collar, whiskers", "whiskers and collar", ["sharedMarks", 1.7]],
    ["collar, bell, scar, limp, blind, tail", "collar, bell, scar, limp, blind, tail", ["sharedMarks", 4]],
    ["collar", "scar", null],
    ["collar", "", null],
  ])("compares %s and %s", (a, b, expected) => {
    expect(compareBothWays(marksEvidence, "marks", a, b)).toEqual(expected);
  });

  test("lists at most five shared words in alphabetical order", () => {
    const words = (a: string, b: string) => marksEvidence({ marks: a }, { marks: b })?.params.words;
    expect(words("whiskers and collar", "طوق whiskers bell")).toBe("collar, whiskers");
    expect(words("tail, scar, limp, bell, collar, blind", "tail, scar, limp, bell, collar, blind")).toBe(
      "bell, collar, limp, scar, tail",
    );
  });
});

describe("place names", () => {
  test.each([
    ["Maadi", "المعادي", ["sameArea", 2.5]],
    ["Maadi, Cairo", "القاهرة - المعادى", ["sameArea", 5]],
    ["Nasr, Cairo, garden", "مدينة نصر القاهرة جاردن", ["sameArea", 5]],
    ["Maadi", "Zamalek", ["otherArea", -2.5]],
    ["Road 233", "شارع ٢٣٣", ["sameArea", 2.5]],
    ["Bakery", "Maadi", null],
    ["Bakery", "Mosque", null],
    ["street", "street", null],
    ["Maadi", "", null],
  ])("compares %s and %s", (a, b, expected) => {
    expect(compareBothWays(areaEvidence, "area", a, b)).toEqual(expected);
  });

  test.each(["street", "st", "road", "شارع", "ميدان", "حي", "مدينة", "city", "new", "square"])(
    "ignores %s alone",
    (word) => {
      expect(compareBothWays(areaEvidence, "area", word, word)).toBeNull();
    },
  );

  test("quotes both sides", () => {
    expect(areaEvidence({ area: "Maadi" }, { area: "معادي" })?.params).toEqual({ lost: "Maadi", found: "معادي" });
    expect(areaEvidence({ area: "Maadi" }, { area: "Giza" })?.params).toEqual({ lost: "Maadi", found: "Giza" });
  });
});

describe("names", () => {
  test.each([
    ["Luna", "luna", ["sameName", 4]],
    ["Mishmish", "Mishmeesh", ["sameName", 4]],
    ["Luna", "Simba", null],
    ["Luna", "", null],
  ])("compares %s and %s", (a, b, expected) => {
    expect(compareBothWays(nameEvidence, "name", a, b)).toEqual(expected);
  });

  test("quotes both sides", () => {
    expect(nameEvidence({ name: "Luna" }, { name: "LUNA" })?.params).toEqual({ lost: "Luna", found: "LUNA" });
  });
});
