import type { Language } from "#app/platform/i18n/language.ts";
import type { Choice } from "./countries.server.ts";
import { defaultTimeZone } from "./users.rules.ts";

const zones = new Set(Intl.supportedValuesOf("timeZone"));

/** Whether the text is an IANA time zone that this server supports. */
export function isTimeZone(text: string): boolean {
  return zones.has(text);
}

/** Returns the display name of a time zone: "Egypt Time", or "Eastern Time" where a country has several. */
export function formatTimeZone(zone: string, language: Language): string {
  const nameAs = (timeZoneName: "shortGeneric" | "longGeneric") =>
    new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName })
      .formatToParts(0)
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  const short = nameAs("shortGeneric");
  return short.includes(" ") ? short : nameAs("longGeneric");
}

const cache = new Map<Language, Choice[]>();

/** Returns all time zones, the default first, then by place; each label is the place and the zone's display name. */
export function listTimeZones(language: Language): Choice[] {
  const cached = cache.get(language);
  if (cached) return cached;
  const all = [...zones].map((value) => {
    const place = value.split("/").slice(1).reverse().join(", ").replaceAll("_", " ") || value;
    return { value, label: `${place} · ${formatTimeZone(value, language)}` };
  });
  all.sort(
    (a, b) => Number(b.value === defaultTimeZone) - Number(a.value === defaultTimeZone) || (a.value < b.value ? -1 : 1),
  );
  cache.set(language, all);
  return all;
}
