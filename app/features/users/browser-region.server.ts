import type { CountryCode } from "libphonenumber-js/max";
import * as z from "zod";
import { isTimeZone } from "./time-zones.server.ts";
import { defaultTimeZone } from "./users.rules.ts";

/** Countries of the Arab time zones (`zone.tab` of the IANA database); other zones say too little about a country. */
const countryOfZone: { readonly [zone: string]: CountryCode } = {
  "Africa/Algiers": "DZ",
  "Africa/Cairo": "EG",
  "Africa/Casablanca": "MA",
  "Africa/Djibouti": "DJ",
  "Africa/Khartoum": "SD",
  "Africa/Mogadishu": "SO",
  "Africa/Nouakchott": "MR",
  "Africa/Tripoli": "LY",
  "Africa/Tunis": "TN",
  "Asia/Aden": "YE",
  "Asia/Amman": "JO",
  "Asia/Baghdad": "IQ",
  "Asia/Bahrain": "BH",
  "Asia/Beirut": "LB",
  "Asia/Damascus": "SY",
  "Asia/Dubai": "AE",
  "Asia/Gaza": "PS",
  "Asia/Hebron": "PS",
  "Asia/Kuwait": "KW",
  "Asia/Muscat": "OM",
  "Asia/Qatar": "QA",
  "Asia/Riyadh": "SA",
  "Indian/Comoro": "KM",
};

/** The browser's time zone in a form; dropped without a message when this server does not know it. */
export const browserZoneField = z
  .string()
  .transform((zone) => (isTimeZone(zone) ? zone : undefined))
  .optional();

/** Returns the time zone and country of a new account, guessed from the browser's zone; the country only if Arab. */
export function regionOfBrowser(zone: string | undefined): { timeZone: string; country?: CountryCode } {
  if (!zone) return { timeZone: defaultTimeZone };
  const country = countryOfZone[zone];
  return { timeZone: zone, ...(country && { country }) };
}
