// A clinic that reads a chip would get "not found", or be sent to the wrong country's register.
import { expect, test } from "vitest";
import { findOrigin, formatChipNumber, readChipNumber } from "./chip-number.rules.ts";

test.each([
  ["985112003456789", "985112003456789"],
  ["985 112 003 456 789", "985112003456789"],
  ["٩٨٥١١٢٠٠٣٤٥٦٧٨٩", "985112003456789"],
  ["۹۸۵-۱۱۲-۰۰۳-۴۵۶-۷۸۹", "985112003456789"],
  ["985112003456789\r\n", "985112003456789"],
  ["ISO 982000123456789", "982000123456789"],
  ["AVID*012*345*678", "012345678"],
  ["0A12345678", "0A12345678"],
  ["98511200345678", null],
  ["9851120034567890", null],
  ["98511200345678X", null],
  ["HELLOWORLD", null],
  ["", null],
  ["7K3M-9QXR-2VHT", null],
])("%j is read as %j", (typed, number) => {
  expect(readChipNumber(typed)).toBe(number);
});

test.each([
  ["818000000000001", { kind: "country", country: "EG" }],
  ["784000000000001", { kind: "country", country: "AE" }],
  ["040000000000001", { kind: "country", country: "AT" }],
  ["276000000000001", { kind: "country", country: "DE" }],
  ["985000000000001", { kind: "maker", prefix: "985", maker: "Destron Fearing (HomeAgain)" }],
  ["933000000000001", { kind: "otherMaker", prefix: "933" }],
  ["900000000000001", { kind: "shared" }],
  ["999000000000001", { kind: "invalid", prefix: "999" }],
  ["001000000000001", { kind: "invalid", prefix: "001" }],
  ["895000000000001", { kind: "invalid", prefix: "895" }],
  ["012345678", { kind: "old" }],
])("%s comes from %j", (number, origin) => {
  expect(findOrigin(number)).toEqual(origin);
});

test("a number is shown in groups", () => {
  expect(formatChipNumber("985112003456789")).toBe("985 112 003 456 789");
  expect(formatChipNumber("012345678")).toBe("012 345 678");
  expect(formatChipNumber("0A12345678")).toBe("0A12345678");
});
