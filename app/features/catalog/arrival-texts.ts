import { formatDay } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { ArrivalSpan } from "./delivery.rules.ts";

/** Formats the days of an arrival, the month once: "arrives 1–3 Dec", "arrives 29 Nov–2 Dec". */
export function formatArrival(t: Translate, { from, to }: ArrivalSpan, language: Language): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const first = isOneMonth ? String(Number(from.slice(8))) : formatDay(from, language, "dayMonth");
  return t("store.arrives", { from: first, to: formatDay(to, language, "dayMonth") });
}
