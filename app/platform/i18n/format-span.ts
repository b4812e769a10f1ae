import { localeOf } from "./format-number.ts";
import type { Language } from "./language.ts";
import { memoize } from "./memoize.rules.ts";

/** For each unit: its seconds, and the smallest duration shown in it. */
const units = [
  ["day", 86_400, 2 * 86_400],
  ["hour", 3_600, 5_400],
  ["minute", 60, 90],
  ["second", 1, 0],
] as const;

type Unit = (typeof units)[number][0];

/** Format of a unit; the key is a locale, a unit, its length, and the number of decimals. */
const spanFormat = memoize((key: `${string} ${Unit} ${"short" | "long"} ${0 | 1}`) => {
  const [locale, unit, unitDisplay, decimals] = key.split(" ") as [string, Unit, "short" | "long", string];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: Number(decimals) });
});

export interface SpanStyle {
  /** For a duration after a preposition: the Arabic dual has another form there («خلال دقيقتين», but «دقيقتان» alone). */
  afterPreposition?: boolean;
  /** "4 hr". */
  isShort?: boolean;
}

/** Formats a duration: "4.2 seconds", "12 minutes", "1.5 hours", "3 days". */
export function formatSpan(
  seconds: number,
  language: Language,
  { afterPreposition = false, isShort = false }: SpanStyle = {},
): string {
  const [unit, size] = units.find(([, , from]) => seconds >= from) ?? units[3];
  const decimals = isShort || unit === "minute" || unit === "day" ? 0 : 1;
  const format = spanFormat(`${localeOf(language)} ${unit} ${isShort ? "short" : "long"} ${decimals}`);
  const text = format.format(Math.max(0, seconds) / size);
  return afterPreposition && language === "ar" ? text.replace(/ان$/, "ين") : text;
}
