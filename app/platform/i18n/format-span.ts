import { localeOf } from "./format-number.ts";
import type { Language } from "./language.ts";

/** For each unit: its seconds, and the smallest duration shown in it. */
const units = [
  ["day", 86_400, 2 * 86_400],
  ["hour", 3_600, 5_400],
  ["minute", 60, 90],
  ["second", 1, 0],
] as const;

/**
 * Formats a duration: "4.2 seconds", "12 minutes", "1.5 hours", "3 days". With `isShort`: "4 hr". Pass `afterPreposition` for a duration that
 * follows a preposition: the Arabic dual has another form there («خلال دقيقتين», but «دقيقتان» alone).
 */
export function formatSpan(
  seconds: number,
  language: Language,
  { afterPreposition = false, isShort = false } = {},
): string {
  const [unit, size] = units.find(([, , from]) => seconds >= from) ?? units[3];
  const maximumFractionDigits = isShort || unit === "minute" || unit === "day" ? 0 : 1;
  const text = new Intl.NumberFormat(localeOf(language), {
    style: "unit",
    unit,
    unitDisplay: isShort ? "short" : "long",
    maximumFractionDigits,
  }).format(Math.max(0, seconds) / size);
  return afterPreposition && language === "ar" ? text.replace(/ان$/, "ين") : text;
}
