import { domainToASCII } from "node:url";
import parsePhoneNumber, { type CountryCode, findPhoneNumbersInText, isSupportedCountry } from "libphonenumber-js/max";
import * as z from "zod";
import { isCalendarDay } from "../../i18n/dates/calendar-days.rules.ts";
import { countDecimals, formatMoney, getShopTerms, toCents } from "../../i18n/money.rules.ts";
import { foldDigits } from "../../i18n/text/digits.rules.ts";
import { asLine, asProse, readsAsContact, readsAsLink } from "../../i18n/text/plain-text.ts";

/** Returns a schema for a single line of up to `max` characters. */
export const createLineField = (max: number) => z.string().overwrite(asLine).max(max);

/** Returns a schema for multi-line text of up to `max` characters. */
export const createTextField = (max: number) => z.string().overwrite(asProse).max(max);

/**
 * Returns a schema for the name of a person or animal, up to `max` characters. Rejects names that look like a web
 * address, because names appear in e-mails to people who did not ask for any.
 */
export const createNameField = (max: number) =>
  createLineField(max).refine((name) => !readsAsLink(name), { error: "errors.nameLikeLink" });

/** Returns a schema for the name of a person with an account: no web address, also a spelled one, and no phone number. */
export const createPersonNameField = (max: number) =>
  createLineField(max).refine((name) => !readsAsContact(name), { error: "errors.nameLikeLink" });

/** Writes an international domain in its ASCII form (RFC 5890), as browsers do in e-mail fields. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 1 ? address : `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

/** Takes the address from what is copied with it: `mailto:`, a name before `<…>`, spaces at the @, the end of a sentence. */
const bareAddress = (text: string) =>
  (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/^\s*mailto:/i, "")
    .replace(/(?<![\s.,،;؛])[\s.,،;؛]+$/, "")
    .split(/[@＠]/)
    .map((part) => part.trim())
    .join("@");

/** Whether the domain of an address has at least two labels, the last of which is no number. */
function hasFullDomain(address: string): boolean {
  const labels = address.slice(address.lastIndexOf("@") + 1).split(".");
  return labels.length > 1 && labels.at(-1)!.length > 1 && /[a-z]/.test(labels.at(-1)!);
}

/**
 * Schema for an e-mail address as browsers accept it (HTML Standard, "valid email address"), of a full domain, also an
 * international one. What comes along when it is copied is removed, such as direction marks and `mailto:`.
 */
export const emailLine = z
  .string()
  .overwrite((text) => bareAddress(asLine(text)))
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .max(254)
  .transform((address, context) => {
    const isValid = z.regexes.html5Email.test(address) && hasFullDomain(address) && !/^\.|\.\.|\.@/.test(address);
    if (!isValid) context.issues.push({ code: "invalid_format", format: "email", input: address });
    return address;
  });

/**
 * Returns a schema for a calendar day (`YYYY-MM-DD`), typed with digits of any script; `error` is the message for an
 * impossible one.
 */
export function createDayField(error: string) {
  return (
    z
      .string()
      .overwrite((text) => foldDigits(text).trim())
      .refine(isCalendarDay, { error })
      // What follows does not check an impossible day; `abort` would stop the checks across fields too.
      .pipe(z.string())
  );
}

/** Schema for the version that a record had when its form was opened, from a hidden field: an integer of the database. */
export const versionField = z.number().int().min(0).max(2_147_483_647);

/** Returns a schema that turns empty fields into null. */
export const createOptionalField = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value || null);

/**
 * Options of a check across fields: it also runs when single fields are invalid, so that all errors are shown at once.
 * An aborting check of a field (`abort: true`) would prevent it; `pipe` does not.
 */
export const always = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

/** Rejects a field in a check across fields, unless the field itself is invalid already. */
export function addFieldIssue(context: z.core.$RefinementCtx, field: string | string[], message: string): void {
  const path = [field].flat();
  const isRefused = context.issues.some((issue) => String(issue.path ?? []) === String(path));
  if (!isRefused) context.addIssue({ code: "custom", message, path });
}

/** Maximum length of a typed number; longer texts are refused before they are read. */
export const maxTypedLength = 40;
/** Maximum length of an address that contains a phone number. */
const maxAddressLength = 400;
const home: CountryCode = "EG";

/** Hotlines of Egyptian companies: five digits, dialled as they are from any phone in the country. */
const hotline = /^1[5-9]\d{3}$/;

/**
 * Returns a schema for typed phone numbers: with spaces, brackets, direction marks (which phones copy along), Arabic or
 * Persian digits, with or without country code. Without, it is a number of `country` (ISO 3166-1), by default Egypt:
 * `0501234567` is a mobile number in Saudi Arabia and a landline in Egypt. The value is E.164 (`+201001234567`);
 * a word beside it is left out; invalid numbers are rejected, and so are two in one field. With `isCompany`, an Egyptian hotline (`19666`) is kept as
 * it is.
 */
export function createPhoneField(country?: string | null, { isCompany = false } = {}) {
  return z.string().transform((text, context) => {
    const short = asLine(foldDigits(text)).replace(besideNumber, "").replace(/[\s-]/g, "");
    if (isCompany && hotline.test(short)) return short;
    const number = readPhone(text, country ?? home);
    if (number) return number;
    context.issues.push({ code: "custom", message: findPhoneProblem(text, country ?? home), input: text });
    return z.NEVER;
  });
}

/** Returns the code of the error for a text that `readPhone` does not read: two numbers are named as such. */
export function findPhoneProblem(text: string, country: string = home): "errors.phoneSeveral" | "errors.phone" {
  const typed = foldDigits(text.slice(0, 2 * maxTypedLength)).replace(/[,،;؛]|(?<=\d{7})-(?=\d{7})/g, " - ");
  const found = findPhoneNumbersInText(typed, getDefaultCountry(country));
  return found.length > 1 ? "errors.phoneSeveral" : "errors.phone";
}

const getDefaultCountry = (country: string): CountryCode => (isSupportedCountry(country) ? country : home);

/** What people write beside a number, or copy with it: "Tel.", "موبايل", "(WhatsApp)", "📞", quotation marks. */
const besideNumber = /^[^\d+(]+(?=[\d+(])|(?<=\d)(?:[\s(،,.:-]+[\p{L}\p{M}][\p{L}\p{M}\s.]*|[^\d\p{L}\p{M}+(]+)\)?$/giu;

/** Address of a conversation in WhatsApp, up to its number. */
const whatsappAddress =
  /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=|whatsapp:\/\/send\/?\?phone=)\+?/i;

/** Returns what was typed as a number, without the address around it: `tel:`, `https://wa.me/…?text=…`. */
function withoutAddress(text: string): string {
  const plain = asLine(foldDigits(text.slice(0, maxAddressLength))).replace(/%2B/gi, "+");
  return whatsappAddress.test(plain) ? plain.replace(whatsappAddress, "+").split(/[?&#]/, 1)[0]! : plain;
}

/** Parses a phone number with `country` (ISO 3166-1) as default; returns null for an invalid one. */
export function readPhone(text: string, country: string = home): string | null {
  const given = withoutAddress(text);
  if (given.length > maxTypedLength) return null;
  const typed = given
    .replaceAll("_", " ")
    .replace(besideNumber, "")
    // In right-to-left text the plus is seen at the other end.
    .replace(/^([^+]*)\+$/, "+$1");
  const number = parsePhoneNumber(typed, { defaultCountry: getDefaultCountry(country), extract: false });
  return number?.isValid() && !number.ext ? String(number.number) : null;
}

/** Formats an E.164 number: national format for Egyptian numbers, otherwise international. */
export function formatPhone(number: string): string {
  const phone = parsePhoneNumber(number);
  if (!phone) return number;
  return phone.country === home ? phone.formatNational() : phone.formatInternational();
}

/** Formats an E.164 number for a field: with its country code, so that it is read as the same number in any country. */
export function formatPhoneForField(number: string): string {
  return parsePhoneNumber(number)?.formatInternational() ?? number;
}

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
  if (text.length > maxTypedLength) return null;
  const decimals = countDecimals(currency);
  const plain = stripSymbol(asLine(foldDigits(text)), currency)
    .replaceAll("٬", ",")
    // Many keyboards have the Arabic comma and no decimal separator.
    .replace(/[٫،]/g, ".");
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
