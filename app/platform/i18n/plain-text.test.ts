import { describe, expect, test } from "vitest";
import { asLine, asProse, cutText, parseJson } from "./plain-text.ts";

describe("asLine and asProse", () => {
  test.each([
    ["zero-width spaces", "\u200B\u200B"],
    ["joiners", "\u200D"],
    ["a Hangul filler", "\u3164"],
    ["an empty Braille cell", " \u2800 "],
    ["soft hyphens", "\u00AD"],
  ])("leave nothing of a text that consists of %s", (_, text) => {
    expect([asLine(text), asProse(text)]).toEqual(["", ""]);
  });

  test("keep joiners inside a text, and emoji", () => {
    for (const text of ["می‌روم", "👨‍👩‍👧", "❤️", "🐕"]) expect(asLine(text)).toBe(text);
  });
});

test("cutText never leaves half a character, which JSON columns reject", () => {
  expect(cutText("ab🐕", 3)).toBe("ab");
  expect(cutText("ab🐕", 4)).toBe("ab🐕");
  expect(cutText("abc", 9)).toBe("abc");
});

test("parseJson leaves out what PostgreSQL cannot store", () => {
  expect(parseJson('{"a":["x\\u0000y","\\ud83d"]}')).toEqual({ a: ["xy", "\uFFFD"] });
  expect(() => parseJson("{")).toThrow(SyntaxError);
});
