// Readers would see times of another zone, or dates that change while the page loads.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { dayIn } from "./dates/wall-clock.rules.ts";
import { formatAgo, formatDate, formatDay } from "./format.ts";
import { formatNumber } from "./format-number.ts";
import { formatSpan } from "./format-span.ts";
import { foldDigits } from "./text/digits.rules.ts";

const noon = new Date("2026-11-21T12:05:00Z");

describe("formatDate", () => {
  test("uses the reader's time zone, including daylight saving", () => {
    expect(formatDate(noon, "en", "Africa/Cairo", "time")).toBe("14:05");
    expect(formatDate("2026-07-01T21:30:00Z", "en", "Africa/Cairo", "shortDate")).toBe("2 Jul 2026");
    expect(formatDate("2026-12-01T21:30:00Z", "en", "Africa/Cairo", "shortDate")).toBe("1 Dec 2026");
    expect(formatDate(noon, "en", "Pacific/Kiritimati", "shortDate")).toBe("22 Nov 2026");
  });

  test("uses Latin digits and the Gregorian calendar in Arabic too", () => {
    for (const style of ["date", "shortDate", "time", "dateTime", "weekday"] as const)
      expect(formatDate(noon, "ar", "Africa/Cairo", style)).not.toMatch(/[٠-٩۰-۹]/);
    expect(formatDate(noon, "ar", "Africa/Cairo")).toBe("21 نوفمبر 2026");
  });

  test.each(["date", "shortDate", "dateTime", "dayMonth", "weekday"] as const)(
    "in Arabic, shows the Egyptian month name after the day, never as a number (%s)",
    (style) => {
      for (const [index, month] of "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"
        .split(" ")
        .entries()) {
        const day = `2026-${String(index + 1).padStart(2, "0")}-23`;
        expect(formatDay(day, "ar", style)).toContain(`23 ${month}`);
        expect(formatDay(day, "ar", style)).not.toMatch(/\d[/.-]\d/);
      }
    },
  );

  test("order and punctuation do not depend on the runtime, which differs between browsers", () => {
    const runtime = Intl.DateTimeFormat.prototype;
    const { formatToParts } = runtime;
    const reverse = vi.spyOn(runtime, "formatToParts").mockImplementation(function (this: Intl.DateTimeFormat, moment) {
      return formatToParts.call(this, moment).toReversed();
    });
    const getter = vi.spyOn(runtime as unknown as { readonly format: unknown }, "format", "get");
    getter.mockImplementation(function (this: Intl.DateTimeFormat) {
      return (moment: Date) =>
        reverse
          .call(this, moment)
          .filter(({ type }) => type !== "literal")
          .map(({ value }) => value)
          .join(" / ");
    });
    const midnight = new Date("2026-09-02T21:05:09Z");
    const styles = ["date", "shortDate", "time", "dateTime", "dayMonth", "weekday", "dayOfWeek"] as const;
    expect(styles.map((style) => formatDate(midnight, "en", "Africa/Cairo", style))).toEqual([
      "3 September 2026",
      "3 Sept 2026",
      "00:05",
      "3 Sept 2026, 00:05",
      "3 Sept",
      "Thursday 3 September",
      "Thursday",
    ]);
    expect(styles.map((style) => formatDate(midnight, "ar", "Africa/Cairo", style))).toEqual([
      "3 سبتمبر 2026",
      "3 سبتمبر 2026",
      "00:05",
      "3 سبتمبر 2026، 00:05",
      "3 سبتمبر",
      "الخميس، 3 سبتمبر",
      "الخميس",
    ]);
    expect(dayIn(midnight, "Africa/Cairo")).toBe("2026-09-03");
  });

  test("formatAgo uses the unit that fits", () => {
    const ago = (seconds: number, language: "en" | "ar" = "en") =>
      formatAgo(new Date(noon.getTime() - seconds * 1000), noon, language, "Africa/Cairo");
    expect([ago(0), ago(59), ago(60), ago(3_599), ago(3_600), ago(86_399), ago(86_400), ago(30 * 86_400)]).toEqual([
      "now",
      "now",
      "1 minute ago",
      "59 minutes ago",
      "1 hour ago",
      "23 hours ago",
      "yesterday",
      "30 days ago",
    ]);
    expect(ago(26 * 3_600)).toBe("yesterday");
    // 01:00 in Cairo: 26 hours earlier is 23:00 on the day before yesterday.
    const night = new Date("2026-11-26T23:00:00Z");
    expect(formatAgo("2026-11-25T21:00:00Z", night, "en", "Africa/Cairo")).toBe("2 days ago");
    expect(formatAgo("2026-11-25T21:00:00Z", night, "en", "UTC")).toBe("yesterday");
    expect([ago(-120), ago(120, "ar"), ago(180, "ar")]).toEqual(["in 2 minutes", "قبل دقيقتين", "قبل 3 دقائق"]);
  });
});

test("formatSpan uses the unit that people would choose", () => {
  const formatted = [0, 2.44, 89, 90, 5_399, 5_400, 86_400, 172_800, 717_120].map((seconds) =>
    formatSpan(seconds, "en"),
  );
  expect(formatted).toEqual([
    "0 seconds",
    "2.4 seconds",
    "89 seconds",
    "2 minutes",
    "90 minutes",
    "1.5 hours",
    "24 hours",
    "2 days",
    "8 days",
  ]);
  expect([formatSpan(120, "ar"), formatSpan(7_200, "ar")]).toEqual(["دقيقتان", "ساعتان"]);
  const after = [2, 120, 7_200, 172_800, 180, 660].map((seconds) =>
    formatSpan(seconds, "ar", { afterPreposition: true }),
  );
  expect(after).toEqual(["ثانيتين", "دقيقتين", "ساعتين", "يومين", "3 دقائق", "11 دقيقة"]);
});

test("formatDay uses no time zone", () => {
  expect([formatDay("2020-02-29", "en"), formatDay("2020-02-29", "ar")]).toEqual([
    "29 February 2020",
    "29 فبراير 2020",
  ]);
});

test("formatNumber uses Latin digits in both languages", () => {
  expect([formatNumber(1234.5, "en"), formatNumber(1234.5, "ar")]).toEqual(["1,234.5", "1,234.5"]);
});

test("foldDigits converts digits of every script, and drops signs without a shape", () => {
  expect(foldDigits("०१२३४५६७८९ ০১২৩৪৫৬৭৮৯ ൦൧൨൩൪൫൬൭൮൯ 𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗")).toBe(Array(4).fill("0123456789").join(" "));
  expect(foldDigits("０１２３４５６７８９．，－＋")).toBe("0123456789.,-+");
  expect(foldDigits("\u200F1\u061C2\u200B3\u2060\u00AD4\u202C\uFEFF")).toBe("1234");
  expect(foldDigits("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ قطة x")).toBe("0123456789 0123456789 قطة x");
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => foldDigits(foldDigits(text)) === foldDigits(text)));
});
