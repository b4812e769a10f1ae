// An owner's authenticator app would show a code that we refuse, or an old code would still work.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCode, findStep, formatBase32, formatKeyUri, getStep } from "./one-time-code.server.ts";

/** Key used in the appendices of RFC 4226 and (for SHA-1) RFC 6238. */
const published = Buffer.from("12345678901234567890");

describe("createCodeOf and findStep", () => {
  // RFC 4226, appendix D.
  test.each(
    "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489"
      .split(" ")
      .map((code, counter) => [counter, code] as const),
  )("counter %i gives %s", (counter, code) => {
    expect(createCode(published, counter)).toBe(code);
  });

  // RFC 6238, appendix B, SHA-1 rows; eight digits.
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("second %i gives %s", (second, code) => {
    expect(createCode(published, getStep(new Date(second * 1000)), 8)).toBe(code);
  });

  const anyKey = fc.uint8Array({ minLength: 20, maxLength: 20 });
  const anyMoment = fc.integer({ min: 1_700_000_000, max: 4_000_000_000 }).map((second) => new Date(second * 1000));

  test("accepts a code once, in its time step, the one before or the one after", () => {
    fc.assert(
      fc.property(anyKey, anyMoment, fc.integer({ min: -1, max: 1 }), (key, now, late) => {
        const step = getStep(now) + late;
        const code = createCode(key, step);
        expect(code).toMatch(/^\d{6}$/);
        const found = findStep(key, code, now, 0);
        // Neighbouring steps may have the same code by chance; then the earlier step is returned.
        expect(found).not.toBeNull();
        expect(createCode(key, found!)).toBe(code);
        const again = findStep(key, code, now, step);
        if (again !== null) expect(again).toBeGreaterThan(step);
      }),
    );
  });

  test("rejects a code of any other time step or length", () => {
    fc.assert(
      fc.property(anyKey, anyMoment, fc.integer({ min: 2, max: 10_000 }), fc.boolean(), (key, now, away, isPast) => {
        const code = createCode(key, getStep(now) + (isPast ? -away : away));
        const valid = [-1, 0, 1].map((late) => createCode(key, getStep(now) + late));
        fc.pre(!valid.includes(code));
        expect(findStep(key, code, now, 0)).toBeNull();
        expect(findStep(key, `${valid[1]}0`, now, 0)).toBeNull();
        expect(findStep(key, "", now, 0)).toBeNull();
      }),
    );
  });
});

describe("formatBase32 and formatKeyUri", () => {
  // RFC 4648, section 10, without padding.
  test.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("“%s” is encoded as %s", (text, encoded) => {
    expect(formatBase32(Buffer.from(text))).toBe(encoded);
  });

  test("the URI escapes special characters of the account name", () => {
    const url = new URL(formatKeyUri(published, "Aleef", "mona+cats@example.com"));
    expect(url.href).toMatch(/^otpauth:\/\/totp\/Aleef:mona%2Bcats%40example\.com\?/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      issuer: "Aleef",
    });
  });
});
