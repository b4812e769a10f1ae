import type { Language } from "#app/platform/i18n/language.ts";
import type { Choice } from "./countries.server.ts";
import { defaultTimeZone } from "./users.rules.ts";

/** Present names of zones that JavaScript lists under the name that they had before (IANA time zone database, backward). */
const currentNames: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map((zone) => currentNames[zone] ?? zone)]);

/** Whether the text is an IANA time zone, under its present or a former name. */
export function isTimeZone(text: string): boolean {
  if (zones.has(text)) return true;
  // Offsets such as +02:00 are no zones; JavaScript would also take names in lower case.
  if (!/^[A-Z][A-Za-z_]*(?:\/[A-Z][A-Za-z0-9_+-]*)+$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
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
