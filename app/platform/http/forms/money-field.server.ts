import * as z from "zod";
import { foldDigits } from "../../i18n/digits.rules.ts";
import { countDecimals, formatMoney, getShopTerms, toCents } from "../../i18n/money.rules.ts";
import { asLine } from "../../i18n/plain-text.ts";

/** Returns the ways to write the currency that people type or files contain: `$`, `US$`, `EGP`, `E£`, «ج.م.». */
function listCurrencySymbols(currency: string): string[] {
  const displays = ["symbol", "narrowSymbol", "code"] as const;
  const symbols = ["en", "ar"].flatMap((language) =>
    displays.flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === "currency" ? [asLine(value), asLine(value).replace(/\.$/, "")] : [])),
    ),
  );
  return [...new Set(symbols.map((symbol) => symbol.toLowerCase()))].sort((a, b) => b.length - a.length);
}

const symbols = new Map<string, string[]>();

function stripSymbol(text: string, currency: string): string {
  if (!symbols.has(currency)) symbols.set(currency, listCurrencySymbols(currency));
  const lower = text.toLowerCase();
  for (const symbol of symbols.get(currency) ?? []) {
    if (lower.startsWith(symbol)) return text.slice(symbol.length).trim();
    if (lower.endsWith(symbol)) return text.slice(0, -symbol.length).trim();
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
  const decimals = countDecimals(currency);
  const plain = stripSymbol(asLine(foldDigits(text.slice(0, 40))), currency)
    .replaceAll("٬", ",")
    .replaceAll("٫", ".");
  const isThousands = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  if (isThousands && !isGrouped) return null;
  const bare = isThousands ? plain.replaceAll(",", "") : plain.replace(",", ".");
  const [, whole = "", written = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(bare) ?? [];
  const extra = written.slice(decimals);
  if (!whole || (extra && (!isGrouped || /[1-9]/.test(extra)))) return null;
  return Number(whole) * 10 ** decimals + Number(written.slice(0, decimals).padEnd(decimals, "0") || "0");
}

/**
 * Returns a schema for a typed amount in the shop's currency: `14.99`, `$14`, `14,9`, Arabic digits and decimal
 * separator. The value is in minor units, from 1 to `maxWhole` whole units; anything else is invalid, including too
 * many decimals.
 */
export function createMoneyField({ maxWhole }: { maxWhole: number }) {
  return z.string().transform((text, context) => {
    const cents = readMoney(text);
    const max = toCents(maxWhole);
    if (cents !== null && cents >= 1 && cents <= max) return cents;
    const params = { min: `\u2066${formatMoney(1)}\u2069`, max: `\u2066${formatMoney(max)}\u2069` };
    context.issues.push({ code: "custom", message: "errors.amount", params, input: text });
    return z.NEVER;
  });
}
