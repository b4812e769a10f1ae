import parsePhoneNumber, { type CountryCode, isSupportedCountry } from "libphonenumber-js/max";
import * as z from "zod";
import { foldDigits } from "../../i18n/digits.rules.ts";

const longestTyped = 40;
const home: CountryCode = "EG";

/**
 * A phone number as people type it: spaces, brackets, Arabic or Persian digits, with or without a country. One without
 * a country is Egyptian. The value is E.164 (`+201001234567`); what cannot be dialled is refused.
 */
export function phoneField() {
  return z.string().transform((text, context) => {
    const number = readPhone(text);
    if (number) return number;
    context.issues.push({ code: "custom", message: "errors.phone", input: text });
    return z.NEVER;
  });
}

/** The same for a number of any `country` (ISO 3166-1); null for what cannot be dialled. */
export function readPhone(text: string, country: string = home): string | null {
  if (text.length > longestTyped) return null;
  const defaultCountry = isSupportedCountry(country) ? country : home;
  const number = parsePhoneNumber(foldDigits(text).trim(), { defaultCountry, extract: false });
  return number?.isValid() && !number.ext ? String(number.number) : null;
}

/** A kept number (E.164) as people at home write it: national where it is Egyptian, else with its country. */
export function formatPhone(number: string): string {
  const phone = parsePhoneNumber(number);
  if (!phone) return number;
  return phone.country === home ? phone.formatNational() : phone.formatInternational();
}
