// A name made of invisible signs would show as nothing, or become a link in somebody's e-mail.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asLine,
  asProse,
  cutText,
  excerptOf,
  nameInEmail,
  parseJson,
  readsAsContact,
  readsAsLink,
  withoutLinks,
} from "./plain-text.ts";

describe("asLine and asProse", () => {
  test("remove control characters and direction marks; asLine joins lines, asProse keeps them", () => {
    const given = " \u202eab\u0000c\r\nd\u200f\te\u2066 \r f\uFEFF ";
    expect(asProse(given)).toBe("abc\nd\te \n f");
    expect(asLine(given)).toBe("abc d e f");
  });

  test("remove what PostgreSQL rejects and what changes direction, and are idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const [prose, line] = [asProse(text), asLine(text)];
        return (
          !/[\0\r\u202e\u2066]/.test(prose) &&
          !/[\n\r\t]/.test(line) &&
          asProse(prose) === prose &&
          asLine(line) === line
        );
      }),
    );
  });

  test.each([
    ["zero-width spaces", "\u200B\u200B"],
    ["joiners", "\u200D"],
    ["a Hangul filler", "\u3164\ufe0f"],
    ["an empty Braille cell", " \u2800 "],
    ["soft hyphens", "\u00AD"],
    ["a word joiner and a line break", " \u2060\n\u00ad "],
  ])("leave nothing of a text that consists of %s", (_, text) => {
    expect([asLine(text), asProse(text)]).toEqual(["", ""]);
  });

  test("keep joiners inside a text, emoji, and vowel signs", () => {
    for (const text of ["می‌روم", "👨‍👩‍👧", "👩‍👧‍👦🐕‍🦺", "❤️", "🐕", "قِطَّةٌ صغيرةٌ"])
      expect([asProse(text), asLine(text)]).toEqual([text, text]);
  });
});

describe("a name that a mail program would turn into a link", () => {
  const disguises = [
    ["a web address", "Visit evil.test"],
    ["a web address with a path", "evil.shop/login"],
    ["a path after a dot of any kind", "evil.unheard/login"],
    ["two slashes", "//evil"],
    ["www", "www.evil"],
    ["a country's domain", "evil.eg"],
    ["a country's domain after a title", "dr.al"],
    ["a scheme", "https:evil"],
    ["an ideographic full stop", "evil。test"],
    ["a halfwidth ideographic full stop", "evil｡test"],
    ["a one dot leader", "evil․test"],
    ["a small full stop", "evil﹒test"],
    ["a fullwidth slash", "evil.x／login"],
    ["an invisible character in it", "evil.\u200Btest"],
    ["a soft hyphen in it", "evil.t\u00ADest"],
    ["an invisible character before its dot", "evil\u2060.test"],
  ] as const;

  test.each(disguises)("is recognized by %s", (_, name) => {
    expect(readsAsLink(name)).toBe(true);
  });

  test.each([...disguises, ["a domain of one letter", "Go to x.test"]] as const)("loses %s in messages", (_, name) => {
    for (const text of [withoutLinks(name), nameInEmail(name)]) {
      expect(text).not.toMatch(/[/:\\]|[.。．｡․﹒／]\p{Default_Ignorable_Code_Point}*\p{L}/u);
      expect(text.normalize("NFKC")).not.toMatch(/[/:\\]|\.\p{L}/u);
    }
  });

  test("is no ordinary name", () => {
    for (const name of ["Mona", "J.Smith", "St. Bernard", "د. علي", "می‌روم", "Rex 2", "👨‍👩‍👧", "Anne-Marie O'Neil"]) {
      expect(readsAsLink(name)).toBe(false);
      expect(nameInEmail(name)).toBe(`\u2068${name.replace("J.S", "J S")}\u2069`);
    }
    // Messages show these with a space in place of the sign.
    for (const name of [
      "Mr.Biscuit",
      "Dr.Ahmed",
      "St.Bernard",
      "مشمش.بسبس",
      "دكتور.أحمد",
      "Simba/Leo",
      "Mr.Whiskers",
      "Mr.Bo",
      "Dr.Al",
    ])
      expect([name, readsAsLink(name)]).toEqual([name, false]);
  });
});

describe("a person's name", () => {
  test.each([
    "hxxp evil dot test",
    "evil .com",
    "evil [dot] com",
    "evil dot com",
    "ايفل نقطة كوم",
    "call +201001234567",
    "اتصل ٠١٠٠١٢٣٤٥٦٧",
    "www evil",
    "evil.test",
  ])("is not %j", (name) => expect(readsAsContact(name)).toBe(true));

  test.each(["Dot Cotton", "Mary Dot", "Mona", "John Smith 3rd", "St. Bernard", "د. علي", "نقطة", "Como", "Dot Comer"])(
    "may be %j",
    (name) => expect(readsAsContact(name)).toBe(false),
  );
});

test("a name in an e-mail to a stranger contains no phone number", () => {
  for (const name of ["Your bank, call 0100 123 4567", "بنكك ٠١٠٠١٢٣٤٥٦٧", "+20 (100) 123-4567"])
    expect(nameInEmail(name)).not.toMatch(/\p{Nd}{3}/u);
  expect(nameInEmail("Rex 2024")).toContain("Rex 2024");
});

test("cutText never leaves half a character, which JSON columns reject", () => {
  expect(cutText("ab🐕", 3)).toBe("ab");
  expect(cutText("ab🐕", 4)).toBe("ab🐕");
  expect(cutText("abc", 9)).toBe("abc");
});

test("excerptOf cuts between words and says that there is more", () => {
  expect(excerptOf("Zamalek, شارع ٢٦ يوليو", 40)).toBe("Zamalek, شارع ٢٦ يوليو");
  expect(excerptOf("Zamalek, شارع ٢٦ يوليو", 20)).toBe("Zamalek, شارع ٢٦…");
  expect(excerptOf("Near the old gate", 9)).toBe("Near the…");
  expect(excerptOf("W".repeat(20), 6)).toBe("WWWWW…");
  expect(excerptOf("abcd🐕🐕", 6)).toBe("abcd…");
});

test("parseJson leaves out what PostgreSQL cannot store", () => {
  expect(parseJson('{"a":["x\\u0000y","\\ud83d"]}')).toEqual({ a: ["xy", "\uFFFD"] });
  expect(() => parseJson("{")).toThrow(SyntaxError);
});

test.each([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("parseJson rejects %s that are nested too deeply like any other text that is not JSON", (_, open, close) => {
  expect(() => parseJson(`${open.repeat(60_000)}1${close.repeat(60_000)}`)).toThrow(SyntaxError);
});
