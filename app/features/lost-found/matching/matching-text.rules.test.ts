import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharedWords, synonymsOf } from "./matching-text.rules.ts";

const isShared = (a: string, b: string) => [sharedWords([a], [b]).length, sharedWords([b], [a]).length].join("");

describe("two words are one", () => {
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
  ])("%s and %s", (a, b) => {
    expect(isShared(a, b)).toBe("11");
  });

  test.each([
    ["three letters bear no slip", "cat", "cot"],
    ["nor the shorter of two", "una", "luna"],
    ["four letters bear one", "luna", "lino"],
    ["seven letters bear one", "collars", "kollarz"],
    ["eight letters bear two", "mishmish", "nozhmosh"],
    ["the shorter of seven letters bears one", "mishmish", "mishmi"],
    ["nothing that differs by three letters", "mishmishat", "mishmis"],
    ["a swap is of neighbours", "luna", "nula"],
    ["a number bears no slip", "street9", "street8"],
    ["nor does a word beside one", "maadi99", "maadi999"],
  ])("%s: %s and %s are two", (_, a, b) => {
    expect(isShared(a, b)).toBe("00");
  });

  test("an equal number is one", () => {
    expect(isShared("9", "9")).toBe("11");
  });
});

describe("words that two lists share", () => {
  test("each counts once", () => {
    expect(sharedWords(["bell", "bell"], ["bell"])).toEqual(["bell"]);
    expect(sharedWords(["bell"], ["bell", "bell"])).toEqual(["bell"]);
    expect(sharedWords(["bell", "bell"], ["bell", "bell"])).toHaveLength(2);
    expect(sharedWords(["collar", "bell"], ["scar", "bell", "limp"])).toEqual(["bell"]);
    expect(sharedWords([], ["bell"])).toEqual([]);
  });

  test("are as many, whichever list comes first", () => {
    const word = fc.constantFrom("luna", "lana", "lina", "luuna", "mishmish", "mishmosh", "bell", "x");
    const list = fc.array(word, { maxLength: 6 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        expect(sharedWords(a, b)).toEqual(sharedWords(b, a));
      }),
    );
  });

  test("are told as the list says them that comes first by letter", () => {
    expect(sharedWords(["mishmosh"], ["mishmish"])).toEqual(["mishmish"]);
    expect(sharedWords(["mishmish"], ["mishmosh"])).toEqual(["mishmish"]);
  });
});

describe("a synonyms", () => {
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

  test("knows a meaning by its name and by each spelling, folded and without the article", () => {
    for (const text of ["orange", "GINGER", "مشمشى", "المشمشي", "والمشمشي", "ｇｉｎｇｅｒ"])
      expect(read(text)).toEqual({ meanings: ["orange"], others: [] });
    expect(read("gray, GREY!")).toEqual({ meanings: ["grey"], others: [] });
  });

  test("hears *and* that Arabic writes onto a word", () => {
    expect(read("مشمشي ومشمشي").meanings).toEqual(["orange"]);
    expect(synonymsOf([["black", "أسود"]]).read("أبيض وأسود")).toEqual({
      meanings: new Set(["black"]),
      others: ["ابيض"],
    });
    expect(synonymsOf([["black", "أسود"]]).read("وردي").others).toEqual(["وردي"]);
  });

  test("knows each word of a spelling", () => {
    for (const word of ["two", "words", "new", "cairo"])
      expect(read(word)).toEqual({ meanings: ["two words"], others: [] });
  });

  test("forgives a slip in words of five letters or more", () => {
    for (const text of ["gingr", "orage", "giinger", "oragne", "words".replace("r", "rr")])
      expect(read(text).meanings).toHaveLength(1);
    expect(read("graay")).toEqual({ meanings: [], others: ["graay"] });
    expect(read("gry")).toEqual({ meanings: [], others: ["gry"] });
    expect(read("gringr")).toEqual({ meanings: [], others: ["gringr"] });
    expect(read("cair")).toEqual({ meanings: [], others: ["cair"] });
  });

  test("leaves out what tells nothing and keeps what it does not know, each once", () => {
    expect(read("the cat and a cat")).toEqual({ meanings: [], others: ["cat"] });
    expect(read("a ginger, the fluffy one")).toEqual({ meanings: ["orange"], others: ["fluffy", "one"] });
  });

  test("reads nothing in nothing", () => {
    for (const text of [null, undefined, "", " ,.!? "]) expect(read(text)).toEqual({ meanings: [], others: [] });
  });

  test("reads words of letters, marks and digits of any script, and no signs", () => {
    expect(read("tail-tip №7; شَعر✂طويل").others).toEqual(["tail", "tip", "no7", "شعر", "طويل"]);
  });

  test("reads the first 2,000 signs and the first 80 words of a long text", () => {
    expect(read(`${" ".repeat(1996)}bell`).others).toEqual(["bell"]);
    expect(read(`${" ".repeat(1997)}bell`).others).toEqual(["bel"]);
    const words = Array.from({ length: 100 }, (_, at) => `w${at}`);
    expect(read(words.join(" ")).others).toEqual(words.slice(0, 80));
  });

  test("reads a text anew the same", () => {
    expect(synonyms.read("ginger")).toEqual(synonyms.read("ginger"));
    for (let at = 0; at < 20_005; at++) synonyms.read(`filler ${at}`);
    expect(read("ginger bell")).toEqual({ meanings: ["orange"], others: ["bell"] });
  });
});
