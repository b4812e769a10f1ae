import * as z from "zod";
import { foldDigits } from "../../i18n/digits.rules.ts";
import { countDecimals, formatMoney, getShopTerms, toCents } from "../../i18n/money.rules.ts";
import { asLine } from "../../i18n/plain-text.ts";

/** Returns the ways to write the currency that people type or files contain: `$`, `US$`, `EGP`, `E£`, «ج.م.». */
function signsOf(currency: string): string[] {
  const displays = ["symbol", "narrowSymbol", "code"] as const;
  const signs = ["en", "ar"].flatMap((language) =>
    displays.flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === "currency" ? [asLine(value), asLine(value).replace(/\.$/, "")] : [])),
    ),
  );
  return [...new Set(signs.map((sign) => sign.toLowerCase()))].sort((a, b) => b.length - a.length);
}

const signs = new Map<string, string[]>();

function stripSign(text: string, currency: string): string {
  if (!signs.has(currency)) signs.set(currency, signsOf(currency));
  const lower = text.toLowerCase();
  for (const sign of signs.get(currency) ?? []) {
    if (lower.startsWith(sign)) return text.slice(sign.length).trim();
    if (lower.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

/**
 * Parses an amount in the shop's currency as people write it into minor units: `14.99`, `$14`, `14,9`, Arabic digits
 * and symbols; with `isGrouped` also `1,234.50` and zeros beyond the currency's decimals, as files contain them.
 * Returns null for anything else, including too many decimals, and a comma before three digits, which could separate
 * thousands or decimals.
 */
export function readMoney(
  text: string,
  { isGrouped = false, currency = getShopTerms().currency }: { isGrouped?: boolean; currency?: string } = {},
): number | null {
  const most = countDecimals(currency);
  const plain = stripSign(asLine(foldDigits(text.slice(0, 40))), currency)
    .replaceAll("٬", ",")
    .replaceAll("٫", ".");
  const isThousands = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  if (isThousands && !isGrouped) return null;
  const bare = isThousands ? plain.replaceAll(",", "") : plain.replace(",", ".");
  const [, whole = "", written = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(bare) ?? [];
  const extra = written.slice(most);
  if (!whole || (extra && (!isGrouped || /[1-9]/.test(extra)))) return null;
  return Number(whole) * 10 ** most + Number(written.slice(0, most).padEnd(most, "0") || "0");
}

/**
 * Returns a schema for a typed amount in the shop's currency: `14.99`, `$14`, `14,9`, Arabic digits and decimal
 * separator. The value is in minor units, from 1 to `most` whole units; anything else is invalid, including too many
 * decimals.
 */
export function createMoneyField({ most }: { most: number }) {
  return z.string().transform((text, context) => {
    const cents = readMoney(text);
    const max = toCents(most);
    if (cents !== null && cents >= 1 && cents <= max) return cents;
    const params = { min: formatMoney(1), max: formatMoney(max) };
    context.issues.push({ code: "custom", message: "errors.amount", params, input: text });
    return z.NEVER;
  });
}
