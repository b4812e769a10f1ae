import type { Language } from "./language.ts";

export const locale: Record<Language, string> = { en: "en-GB", ar: "ar-EG-u-nu-latn-ca-gregory" };

const formats = new Map<Language, Intl.NumberFormat>();

/** Formats a number with thousands separators and at most three decimals, the grams of a kilogram: `1,234.5`. */
export function formatNumber(value: number, language: Language): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(locale[language], { maximumFractionDigits: 3 });
    formats.set(language, format);
  }
  return format.format(value);
}
