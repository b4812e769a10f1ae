import parsePhoneNumber, { type CountryCode } from "libphonenumber-js/max";
import * as z from "zod";
import { foldDigits } from "../i18n/digits.rules.ts";

const longestTyped = 40;
const home: CountryCode = "EG";

/**
 * A phone number as people type it: spaces, brackets, Arabic or Persian digits, with or without a country. One without
 * a country belongs to `country`. The value is E.164 (`+201001234567`); what cannot be dialled is refused.
 */
export function phoneField(country: CountryCode = home) {
  return z.string().transform((text, context) => {
    const number =
      text.length <= longestTyped
        ? parsePhoneNumber(foldDigits(text).trim(), { defaultCountry: country, extract: false })
        : undefined;
    if (number?.isValid() && !number.ext) return String(number.number);
    context.issues.push({ code: "custom", message: "form.phone", input: text });
    return z.NEVER;
  });
}

/** A kept number (E.164) as people at home write it: national where it is Egyptian, else with its country. */
export function phoneAsWritten(number: string): string {
  const phone = parsePhoneNumber(number);
  if (!phone) return number;
  return phone.country === home ? phone.formatNational() : phone.formatInternational();
}
