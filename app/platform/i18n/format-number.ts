import type { FinderLanguage } from "./finder-languages.ts";

/** Returns the locale for Intl: British English, Egyptian Arabic, and Latin digits in all languages. */
export const localeOf = (language: FinderLanguage): string =>
  language === "en" ? "en-GB" : `${language === "ar" ? "ar-EG" : language}-u-nu-latn-ca-gregory`;

const formats = new Map<FinderLanguage, Intl.NumberFormat>();

/** Formats a number with thousands separators and at most three decimals, the grams of a kilogram: `1,234.5`. */
export function formatNumber(value: number, language: FinderLanguage): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 3 });
    formats.set(language, format);
  }
  return format.format(value);
}
