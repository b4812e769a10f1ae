// Buyers would be charged a piaster more or less than the page says, or read a wrong total.
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { readMoney } from "../http/forms/fields.server.ts";
import {
  countDecimals,
  defaultShopTerms,
  formatMoney,
  fromUsCents,
  getShopTerms,
  isCurrency,
  nameCurrency,
  setShopTerms,
  toCents,
  toMajorUnits,
} from "./money.rules.ts";

afterEach(() => setShopTerms(defaultShopTerms));

/** Currencies with zero, two and three decimals. */
const currencies = ["JPY", "USD", "EGP", "SAR", "AED", "KWD", "BHD", "JOD"] as const;

test("an Arabic comma separates decimals, as keyboards have no other sign for it", () => {
  expect([readMoney("١٤،٥"), readMoney("\u200F14.5"), readMoney("１４．５")]).toEqual([1450, 1450, 1450]);
});

describe("money", () => {
  test("is formatted with the decimals of its currency, the same in both languages", () => {
    expect(
      ["JPY", "USD", "EGP", "SAR", "KWD"].map((code) => formatMoney(1_234_500, code).replaceAll("\u00a0", " ")),
    ).toEqual(["¥1,234,500", "$12,345.00", "EGP 12,345.00", "SAR 12,345.00", "KWD 1,234.500"]);
    expect(currencies.map((code) => countDecimals(code))).toEqual([0, 2, 2, 2, 2, 3, 3, 3]);
    expect([-5, 0, 7].map((cents) => toMajorUnits(cents, "KWD"))).toEqual(["-0.005", "0.000", "0.007"]);
    expect([0, 5, 1499, -500].map((cents) => formatMoney(cents))).toEqual(["$0.00", "$0.05", "$14.99", "-$5.00"]);
  });

  test("uses the shop's currency by default", () => {
    setShopTerms({ ...defaultShopTerms, currency: "KWD" });
    expect(getShopTerms().currency).toBe("KWD");
    expect([formatMoney(1500).replaceAll("\u00a0", " "), toMajorUnits(1500), toCents(3), readMoney("1.5")]).toEqual([
      "KWD 1.500",
      "1.500",
      3000,
      1500,
    ]);
  });

  test("can be formatted and parsed back without loss in every currency", () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.integer({ min: 0, max: 999_999_999 }), (currency, cents) => {
        for (const text of [toMajorUnits(cents, currency), formatMoney(cents, currency)])
          expect(readMoney(text, { isGrouped: true, currency })).toBe(cents);
        expect(Number.isSafeInteger(cents)).toBe(true);
      }),
    );
  });

  test("sums up without rounding errors in every currency", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 60 }),
        (currency, parts) => {
          const read = parts.map((cents) => readMoney(toMajorUnits(cents, currency), { currency }) as number);
          const total = read.reduce((sum, cents) => sum + cents, 0);
          expect(readMoney(toMajorUnits(total, currency), { currency })).toBe(parts.reduce((a, b) => a + b, 0));
        },
      ),
    );
  });

  test("rejects more decimals than the currency has", () => {
    expect([readMoney("1.5", { currency: "JPY" }), readMoney("1.555", { currency: "EGP" })]).toEqual([null, null]);
    expect([readMoney("1.555", { currency: "KWD" }), readMoney("1.5555", { currency: "KWD" })]).toEqual([1555, null]);
    expect(readMoney("15.0000", { currency: "EGP", isGrouped: true })).toBe(1500);
    expect(readMoney("15.0100", { currency: "EGP", isGrouped: true })).toBe(1501);
    expect(readMoney("15.0101", { currency: "EGP", isGrouped: true })).toBeNull();
    // Rejected because the comma could separate thousands or decimals.
    expect(readMoney("1,500", { currency: "KWD" })).toBeNull();
    expect(readMoney("1,500", { currency: "KWD", isGrouped: true })).toBe(1_500_000);
  });

  test("is parsed with its currency symbol in either language, before or after the number, and with Arabic digits", () => {
    for (const text of ["14.5", "EGP 14.50", "14.50 egp", "E£14.5", "١٤٫٥٠ ج.م.", "ج.م. ١٤٫٥", "14,5"])
      expect([text, readMoney(text, { currency: "EGP" })]).toEqual([text, 1450]);
    for (const text of ["$14", "US$14", "14 USD", "١٤ US$"])
      expect([text, readMoney(text, { currency: "USD" })]).toEqual([text, 1400]);
    for (const text of ["€14", "SAR 14", "14 $ 14", "-14", "14 EGP EGP", ""])
      expect([text, readMoney(text, { currency: "EGP" })]).toEqual([text, null]);
  });

  test("fromUsCents keeps the number in another currency", () => {
    expect([fromUsCents(299, "USD"), fromUsCents(299, "KWD"), fromUsCents(299, "JPY")]).toEqual([299, 2990, 3]);
  });

  test("nameCurrency returns the name in the given language", () => {
    expect([nameCurrency("en", "USD"), nameCurrency("en", "EGP")]).toEqual(["US dollars", "Egyptian pounds"]);
    expect([nameCurrency("ar", "USD"), nameCurrency("ar", "EGP")]).toEqual(["دولار أمريكي", "جنيه مصري"]);
    expect([isCurrency("KWD"), isCurrency("XXY"), isCurrency("egp")]).toEqual([true, false, false]);
  });
});

test("an amount is not read from the beginning of a longer text", () => {
  expect(readMoney(`5${" ".repeat(40)}0`)).toBeNull();
  expect(readMoney(`5${"\u200b".repeat(40)}9`)).toBeNull();
});
