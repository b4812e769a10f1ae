import * as z from "zod";
import { foldDigits } from "../../i18n/digits.rules.ts";
import { formatMoney } from "../../i18n/format.ts";
import { asLine } from "../../i18n/plain-text.ts";

/**
 * A schema for US dollars as people type them: `14.99`, `$14`, `14,9`, Arabic digits and decimal sign. The value is
 * whole cents from `min` to `max`; anything else is invalid, a third decimal included.
 */
export function moneyField({ min, max }: { min: number; max: number }) {
  return z.string().transform((text, context) => {
    const bare = foldDigits(asLine(text.slice(0, 40)))
      .replace(/^\$\s?|\s?\$$/g, "")
      .replace(/[٫,]/, ".");
    const [, dollars = "", decimals = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(bare) ?? [];
    const cents = dollars ? Number(dollars) * 100 + Number(decimals.padEnd(2, "0")) : Number.NaN;
    if (cents >= min && cents <= max) return cents;
    const params = { min: formatMoney(min), max: formatMoney(max) };
    context.issues.push({ code: "custom", message: "errors.amount", params, input: text });
    return z.NEVER;
  });
}
