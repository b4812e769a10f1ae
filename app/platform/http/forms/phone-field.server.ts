import parsePhoneNumber, { type CountryCode, isSupportedCountry } from "libphonenumber-js/max";
import * as z from "zod";
import { foldDigits } from "../../i18n/digits.rules.ts";
import { asLine } from "../../i18n/plain-text.ts";

const maxTypedLength = 40;
const home: CountryCode = "EG";

/**
 * Returns a schema for typed phone numbers: with spaces, brackets, direction marks (which phones copy along), Arabic or
 * Persian digits, with or without country code (default: Egypt). The value is E.164 (`+201001234567`); invalid numbers
 * are rejected.
 */
export function createPhoneField() {
  return z.string().transform((text, context) => {
    const number = readPhone(text);
    if (number) return number;
    context.issues.push({ code: "custom", message: "errors.phone", input: text });
    return z.NEVER;
  });
}

/** Parses a phone number with `country` (ISO 3166-1) as default; returns null for an invalid one. */
export function readPhone(text: string, country: string = home): string | null {
  if (text.length > maxTypedLength) return null;
  const defaultCountry = isSupportedCountry(country) ? country : home;
  const number = parsePhoneNumber(asLine(foldDigits(text)), { defaultCountry, extract: false });
  return number?.isValid() && !number.ext ? String(number.number) : null;
}

/** Formats an E.164 number: national format for Egyptian numbers, otherwise international. */
export function formatPhone(number: string): string {
  const phone = parsePhoneNumber(number);
  if (!phone) return number;
  return phone.country === home ? phone.formatNational() : phone.formatInternational();
}
