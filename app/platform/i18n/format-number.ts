import type { FinderLanguage } from "./finder-languages.ts";
import { memoize } from "./memoize.rules.ts";

/** Returns the locale for Intl: British English, Egyptian Arabic, and Latin digits in all languages. */
export const localeOf = (language: FinderLanguage): string =>
  language === "en" ? "en-GB" : `${language === "ar" ? "ar-EG" : language}-u-nu-latn-ca-gregory`;

const numberFormat = memoize((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }));

/** Formats a number with thousands separators and at most three decimals, the grams of a kilogram: `1,234.5`. */
export function formatNumber(value: number, language: FinderLanguage): string {
  return numberFormat(localeOf(language)).format(value);
}
