// An owner who types a recovery code with spaces or Arabic digits would stay locked out.
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatKey, formatRecoveryCode, readCode, recoveryAlphabet, recoveryLength } from "./two-factor.rules.ts";

const aRecoveryCode = fc
  .array(fc.constantFrom(...recoveryAlphabet), { minLength: recoveryLength, maxLength: recoveryLength })
  .map((signs) => signs.join(""));

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["١٢٣٤٥٦", "123456"],
  ["۱۲۳-۴۵۶", "123456"],
  ["１２３４５６", "123456"],
])("parses “%s” as an authenticator code", (typed, code) => {
  expect(readCode(typed)).toEqual({ kind: "app", code });
});

test("parses a recovery code in every spelling that people use", () => {
  fc.assert(
    fc.property(aRecoveryCode, (code) => {
      const read = { kind: "recovery", code };
      const worn = code.replaceAll("0", "o").replaceAll("1", "l");
      for (const typed of [
        code,
        formatRecoveryCode(code),
        formatRecoveryCode(code).toLowerCase(),
        ` ${worn} `,
        formatRecoveryCode(code).replace("-", "–"),
      ])
        expect(readCode(typed)).toEqual(read);
    }),
  );
});

test("rejects everything else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (typed) => {
      const read = readCode(typed);
      if (read) expect(read.code).toMatch(read.kind === "app" ? /^\d{6}$/ : /^[0-9A-HJKMNP-TV-Z]{10}$/);
    }),
  );
  for (const typed of ["", "12345", "1234567", "12345a", "ABCDE-1234", "ABCDE-12345-6", "UUUUU-UUUUU", "12.456"])
    expect(readCode(typed)).toBeNull();
});

test("formats a key in groups of four", () => {
  expect(formatKey("GEZDGNBVGY3TQOJQGE")).toBe("GEZD GNBV GY3T QOJQ GE");
});
