import { memoize } from "./memoize.rules.ts";

/** Shop settings of the operator: one currency for everything, and prices in its minor unit ("cents"). */
export interface ShopTerms {
  /** ISO 4217 code. */
  currency: string;
  shippingCents: { standard: number; express: number };
  /** Standard shipping is free if the goods cost more than this. */
  freeShippingAboveCents: number;
  /** Maximum price of a tag that is replaced for free, if the plan includes that. */
  freeReplacementCents: number;
}

export const defaultShopTerms: ShopTerms = {
  currency: "USD",
  shippingCents: { standard: 500, express: 1200 },
  freeShippingAboveCents: 5000,
  freeReplacementCents: 2000,
};

let terms = defaultShopTerms;

/**
 * Sets the shop terms of this installation: on the server from the panel's settings, in the browser as the server sent
 * them.
 */
export function setShopTerms(given: ShopTerms): void {
  terms = given;
}

/** Returns the shop terms of this installation. */
export function getShopTerms(): ShopTerms {
  return terms;
}

/** Returns whether this runtime can format the currency (ISO 4217 code). */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf("currency").includes(code);
}

const formatOf = memoize((currency) => {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return { format, decimals: format.resolvedOptions().maximumFractionDigits ?? 2 };
});

/**
 * Returns the number of decimals of a currency: 2 for dollars and pounds, 3 for the Kuwaiti dinar, 0 for the yen
 * (Unicode CLDR).
 */
export function countDecimals(currency = terms.currency): number {
  return formatOf(currency).decimals;
}

/** Formats minor units in the shop's currency, the same in both languages: `$1,234.50`, `EGP 1,234.50`, `KWD 1.500`. */
export function formatMoney(cents: number, currency = terms.currency): string {
  return formatOf(currency).format.format(Number(toMajorUnits(cents, currency)));
}

/** Returns minor units as a plain decimal number with all decimals of the currency, for forms and files: `14.50`. */
export function toMajorUnits(cents: number, currency = terms.currency): string {
  const decimals = countDecimals(currency);
  const sign = cents < 0 ? "-" : "";
  const digits = String(Math.abs(cents)).padStart(decimals + 1, "0");
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Converts major units (dollars) to minor units. */
export function toCents(major: number, currency = terms.currency): number {
  return major * 10 ** countDecimals(currency);
}

/**
 * Converts a price of the specification, in US cents, to the same number in the shop's currency: 299 becomes 2.990
 * dinars.
 */
export function fromUsCents(usCents: number, currency = terms.currency): number {
  return Math.max(1, Math.round(usCents * 10 ** (countDecimals(currency) - 2)));
}

/** Name of a currency; the key is a language and a currency. */
const nameOf = memoize((key) => {
  const [language, currency = ""] = key.split(" ");
  const format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "name" });
  return format.formatToParts(100).find(({ type }) => type === "currency")?.value ?? currency;
});

/** Returns the currency's name for use in a sentence: "US dollars", «دولار أمريكي». */
export function nameCurrency(language: string, currency = terms.currency): string {
  return nameOf(`${language} ${currency}`);
}
