import * as z from "zod";
import { countryCodes } from "#app/features/users/countries.server.ts";
import {
  createLineField,
  createOptionalField,
  createTextField,
  emailLine,
  readMoney,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import { countDecimals, formatMoney, isCurrency, toCents } from "#app/platform/i18n/money.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";

/** Returns a schema for a whole number, typed with digits of any script. */
const createNumberField = (min: number, max: number) =>
  z
    .string()
    .overwrite((text) => asLine(foldDigits(text)))
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Returns the parts of a typed list, separated by commas, spaces or lines. */
const splitList = (text: string) => text.split(/[\s,،;]+/).filter(Boolean);

const isCountry = (code: string) => (countryCodes as readonly string[]).includes(code);

/** Maximum amount in whole units of the currency. */
const maxAmount = 100_000;

const currency = createLineField(10)
  .toUpperCase()
  .refine((code) => isCurrency(code) && countDecimals(code) <= 3, { error: "adminSettings.badCurrency" });

const amount = z.string();

/** Amounts have the decimals of the currency that is sent with them. */
const shop = z
  .object({
    version: versionField,
    currency,
    standardShippingCents: amount,
    expressShippingCents: amount,
    freeShippingAboveCents: amount,
    freeReplacementCents: amount,
    weekend: z.array(z.number().int().min(1).max(7)).max(6, { error: "adminSettings.noDays" }).default([]),
  })
  .transform(({ version, currency, weekend, ...amounts }, context) => {
    const read = (name: keyof typeof amounts) => {
      const cents = readMoney(amounts[name], { currency });
      const max = toCents(maxAmount, currency);
      if (cents !== null && cents <= max) return cents;
      const params = {
        min: `\u2066${formatMoney(0, currency)}\u2069`,
        max: `\u2066${formatMoney(max, currency)}\u2069`,
      };
      context.addIssue({ code: "custom", message: "errors.amount", params, path: [name] });
      return 0;
    };
    return {
      version,
      currency,
      standardShippingCents: read("standardShippingCents"),
      expressShippingCents: read("expressShippingCents"),
      freeShippingAboveCents: read("freeShippingAboveCents"),
      freeReplacementCents: read("freeReplacementCents"),
      weekend: [...new Set(weekend)].sort(),
    };
  });

const seller = z.object({
  version: versionField,
  name: createLineField(120).min(1),
  address: createTextField(300)
    .default("")
    .transform((text) =>
      text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  email: createOptionalField(emailLine),
  country: createOptionalField(z.string().refine(isCountry)),
  taxNumber: createOptionalField(createLineField(40)),
  taxRate: z
    .string()
    .overwrite((text) => asLine(foldDigits(text)).replace(/[,٫]/, ".").replace(/%$/, "").trim())
    .regex(/^\d{1,3}(\.\d{1,2})?$/)
    .transform(Number)
    .pipe(z.number().max(100)),
});

const orders = z.object({
  version: versionField,
  openPieces: createNumberField(1, 100_000),
  openValue: createNumberField(1, 1_000_000),
  confirmHours: createNumberField(0, 720),
});

const messages = z.object({
  version: versionField,
  countries: createTextField(1000)
    .transform((text) => [...new Set(splitList(text.toUpperCase()))])
    .pipe(z.array(z.string()))
    .superRefine((codes, context) => {
      const wrong = codes.find((code) => !isCountry(code));
      if (wrong) context.addIssue({ code: "custom", message: "adminSettings.badCountry", params: { code: wrong } });
    }),
  perDay: createNumberField(0, 10_000_000),
  codesPerCountry: createNumberField(0, 1_000_000),
  smsAfterSeconds: createNumberField(10, 86_400),
});

const socialUrl = z.url({ protocol: /^https$/, hostname: z.regexes.domain });

const site = z.object({
  version: versionField,
  contactEmail: createOptionalField(emailLine),
  socialUrls: createTextField(2000)
    .default("")
    .transform(splitList)
    .pipe(z.array(z.string()))
    .refine((urls) => urls.every((url) => socialUrl.safeParse(url).success), { error: "adminSettings.badUrls" }),
  // People still look for recent scans.
  scansKeptMonths: createNumberField(0, 999).refine((months) => months === 0 || months >= 3, {
    error: "adminSettings.badMonths",
  }),
  adminTwoFactor: z.boolean().default(false),
});

/** The form of each group of settings; without `version`, its value is what is stored. */
export const siteSettingsForms = { shop, seller, orders, messages, site };
