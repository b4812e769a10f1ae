// A finder who mistypes one letter would be led to another family's pet.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCode } from "./batches/batches.server.ts";
import {
  alphabet,
  checkCharacter,
  codeKey,
  codeLength,
  formatCode,
  isMistyped,
  looksGenerated,
} from "./tag-code.rules.ts";

const codes = Array.from({ length: 60 }, createCode);

describe("check character", () => {
  test("detects every single wrong character", () => {
    for (const code of codes)
      for (let place = 0; place < codeLength; place++)
        for (const character of alphabet) {
          if (character === code[place]) continue;
          expect(isMistyped(code.slice(0, place) + character + code.slice(place + 1))).toBe(true);
        }
  });

  test("detects every swap of two different characters", () => {
    for (const code of codes)
      for (let first = 0; first < codeLength; first++)
        for (let second = first + 1; second < codeLength; second++) {
          if (code[first] === code[second]) continue;
          const signs = [...code];
          [signs[first], signs[second]] = [signs[second]!, signs[first]!];
          expect(isMistyped(signs.join(""))).toBe(true);
        }
  });

  test("is deterministic and accepts generated codes", () => {
    for (const code of codes) {
      expect(checkCharacter(code)).toBe(code[codeLength - 1]);
      expect(isMistyped(code)).toBe(false);
    }
  });
});

test.each([
  ["7k3m-9qxr-2vht", "7K3M9QXR2VHT"],
  [" 7K3M 9QXR 2VHT ", "7K3M9QXR2VHT"],
  ["٧K٣M-٩QXR-٢VHT", "7K3M9QXR2VHT"],
  ["۷K۳M۹QXR۲VHT", "7K3M9QXR2VHT"],
  ["7K3M‑9QXR–2VHT", "7K3M9QXR2VHT"],
  ["\u20667K3M-9QXR-2VHT\u2069", "7K3M9QXR2VHT"],
  ["７Ｋ３Ｍ９ＱＸＲ２ＶＨＴ", "7K3M9QXR2VHT"],
  ["IiLlOoUu", "111100VV"],
  ["demo-linked", "DEM011NKED"],
  ["", ""],
  ["قطة", ""],
])("%j is looked up as %j", (typed, key) => expect(codeKey(typed)).toBe(key));

test("codeKey returns at most 40 letters and digits for any input", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: "binary" }), (text) => /^[0-9A-Z]{0,40}$/.test(codeKey(text))),
  );
});

test("a formatted code is parsed back, and is never a number for a spreadsheet", () => {
  for (const code of codes) {
    expect(codeKey(formatCode(code))).toBe(code);
    expect(formatCode(code)).toMatch(/^.{4}-.{4}-.{4}$/);
    expect(looksGenerated(code)).toBe(true);
    expect(code).not.toMatch(/^\d+(E\d+)?$/);
  }
});
