import { locale } from "./format-number.ts";
import type { Language } from "./language.ts";

/** For each unit: its seconds, and the smallest duration shown in it. */
const units = [
  ["day", 86_400, 2 * 86_400],
  ["hour", 3_600, 5_400],
  ["minute", 60, 90],
  ["second", 1, 0],
] as const;

/** Formats a duration: "4.2 seconds", "12 minutes", "1.5 hours", "3 days". */
export function formatSpan(seconds: number, language: Language): string {
  const [unit, size] = units.find(([, , from]) => seconds >= from) ?? units[3];
  const maximumFractionDigits = unit === "minute" ? 0 : 1;
  return new Intl.NumberFormat(locale[language], {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits,
  }).format(Math.max(0, seconds) / size);
}
