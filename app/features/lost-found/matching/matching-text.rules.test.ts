// A lost and a found report would not be matched because one of them spells the collar's word otherwise.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharedWords, synonymsOf } from "./matching-text.rules.ts";

const isShared = (a: string, b: string) => [sharedWords([a], [b]).length, sharedWords([b], [a]).length].join("");

describe("sharedWords with two words", () => {
  test.each([
    ["cat", "cat"],
    ["luna", "lana"],
    ["luna", "luuna"],
    ["luna", "lnua"],
    ["collars", "collarr"],
    ["maadistreet", "madistrete"],
    ["mishmish", "mishmosh"],
    ["mishmish", "nishmosh"],
    ["mishmish", "msihmihs"],
    ["mishmishat", "mishmish"],
  ])("treats %s and %s as one", (a, b) => {
    expect(isShared(a, b)).toBe("11");
  });

  test.each([
    ["three letters allow no typo", "cat", "cot"],
    ["the shorter word counts", "una", "luna"],
    ["four letters allow one", "luna", "lino"],
    ["seven letters allow one", "collars", "kollarz"],
    ["eight letters allow two", "mishmish", "nozhmosh"],
    ["a shorter word of seven letters allows one", "mishmish", "mishmi"],
    ["lengths that differ by three", "mishmishat", "mishmis"],
    ["only neighbours can be swapped", "luna", "nula"],
    ["numbers allow no typo", "street9", "street8"],
    ["words with numbers allow no typo", "maadi99", "maadi999"],
  ])("%s: %s and %s are different", (_, a, b) => {
    expect(isShared(a, b)).toBe("00");
  });

  test("treats equal numbers as one", () => {
    expect(isShared("9", "9")).toBe("11");
  });
});

describe("sharedWords", () => {
  test("counts each word once", () => {
    expect(sharedWords(["bell", "bell"], ["bell"])).toEqual(["bell"]);
    expect(sharedWords(["bell"], ["bell", "bell"])).toEqual(["bell"]);
    expect(sharedWords(["bell", "bell"], ["bell", "bell"])).toHaveLength(2);
    expect(sharedWords(["collar", "bell"], ["scar", "bell", "limp"])).toEqual(["bell"]);
    expect(sharedWords([], ["bell"])).toEqual([]);
  });

  test("does not depend on the order of the lists", () => {
    const word = fc.constantFrom("luna", "lana", "lina", "luuna", "mishmish", "mishmosh", "bell", "x");
    const list = fc.array(word, { maxLength: 6 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        expect(sharedWords(a, b)).toEqual(sharedWords(b, a));
      }),
    );
  });

  test("returns the spelling of the alphabetically first list", () => {
    expect(sharedWords(["mishmosh"], ["mishmish"])).toEqual(["mishmish"]);
    expect(sharedWords(["mishmish"], ["mishmosh"])).toEqual(["mishmish"]);
  });
});

describe("synonymsOf", () => {
  const synonyms = synonymsOf(
    [
      ["orange", "ginger", "مشمشي"],
      ["grey", "gray"],
      ["two words", "new cairo"],
    ],
    ["the", "and a"],
  );
  const read = (text: string | null | undefined) => {
    const { meanings, others } = synonyms.read(text);
    return { meanings: [...meanings], others };
  };

  test("recognizes a meaning by any spelling, normalized and without the article", () => {
    for (const text of ["orange", "GINGER", "مشمشى", "المشمشي", "والمشمشي", "ｇｉｎｇｅｒ"])
      expect(read(text)).toEqual({ meanings: ["orange"], others: [] });
    expect(read("gray, GREY!")).toEqual({ meanings: ["grey"], others: [] });
  });

  test("ignores the prefix “and” in Arabic", () => {
    expect(read("مشمشي ومشمشي").meanings).toEqual(["orange"]);
    expect(synonymsOf([["black", "أسود"]]).read("أبيض وأسود")).toEqual({
      meanings: new Set(["black"]),
      others: ["ابيض"],
    });
    expect(synonymsOf([["black", "أسود"]]).read("وردي").others).toEqual(["وردي"]);
  });

  test("recognizes each word of a spelling", () => {
    for (const word of ["two", "words", "new", "cairo"])
      expect(read(word)).toEqual({ meanings: ["two words"], others: [] });
  });

  test("tolerates one typo in words of five letters or more", () => {
    for (const text of ["gingr", "orage", "giinger", "oragne", "words".replace("r", "rr")])
      expect(read(text).meanings).toHaveLength(1);
    expect(read("graay")).toEqual({ meanings: [], others: ["graay"] });
    expect(read("gry")).toEqual({ meanings: [], others: ["gry"] });
    expect(read("gringr")).toEqual({ meanings: [], others: ["gringr"] });
    expect(read("cair")).toEqual({ meanings: [], others: ["cair"] });
  });

  test("drops empty words and lists unknown words once", () => {
    expect(read("the cat and a cat")).toEqual({ meanings: [], others: ["cat"] });
    expect(read("a ginger, the fluffy one")).toEqual({ meanings: ["orange"], others: ["fluffy", "one"] });
  });

  test("returns nothing for an empty text", () => {
    for (const text of [null, undefined, "", " ,.!? "]) expect(read(text)).toEqual({ meanings: [], others: [] });
  });

  test("splits at characters other than letters, marks and digits of any script", () => {
    expect(read("tail-tip №7; شَعر✂طويل").others).toEqual(["tail", "tip", "no7", "شعر", "طويل"]);
  });

  test("reads at most 2,000 characters and 80 words", () => {
    expect(read(`${" ".repeat(1996)}bell`).others).toEqual(["bell"]);
    expect(read(`${" ".repeat(1997)}bell`).others).toEqual(["bel"]);
    const words = Array.from({ length: 100 }, (_, at) => `w${at}`);
    expect(read(words.join(" ")).others).toEqual(words.slice(0, 80));
  });

  test("returns the same result again after the cache was cleared", () => {
    expect(synonyms.read("ginger")).toEqual(synonyms.read("ginger"));
    for (let at = 0; at < 20_005; at++) synonyms.read(`filler ${at}`);
    expect(read("ginger bell")).toEqual({ meanings: ["orange"], others: ["bell"] });
  });
});
