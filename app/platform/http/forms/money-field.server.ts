import * as z from "zod";
import { foldDigits } from "../../i18n/digits.rules.ts";
import { formatMoney } from "../../i18n/format.ts";
import { asLine } from "../../i18n/plain-text.ts";

/**
 * Reads US dollars as people write them, as whole cents: `14.99`, `$14`, `14,9`, Arabic digits and signs; with
 * `isGrouped` also `1,234.50`, as files have it. Null for anything else, a third decimal included.
 */
export function readMoney(text: string, { isGrouped = false } = {}): number | null {
  const plain = foldDigits(asLine(text.slice(0, 40)))
    .replace(/^(\$|USD)\s?|\s?(\$|USD)$/gi, "")
    .replaceAll("٬", ",")
    .replaceAll("٫", ".")
    .trim();
  const isThousands = isGrouped && /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  const bare = isThousands ? plain.replaceAll(",", "") : plain.replace(",", ".");
  const [, dollars = "", decimals = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(bare) ?? [];
  return dollars ? Number(dollars) * 100 + Number(decimals.padEnd(2, "0")) : null;
}

/**
 * A schema for US dollars as people type them: `14.99`, `$14`, `14,9`, Arabic digits and decimal sign. The value is
 * whole cents from `min` to `max`; anything else is invalid, a third decimal included.
 */
export function moneyField({ min, max }: { min: number; max: number }) {
  return z.string().transform((text, context) => {
    const cents = readMoney(text);
    if (cents !== null && cents >= min && cents <= max) return cents;
    const params = { min: formatMoney(min), max: formatMoney(max) };
    context.issues.push({ code: "custom", message: "errors.amount", params, input: text });
    return z.NEVER;
  });
}
