import type { CountryCode } from "libphonenumber-js/max";
import * as z from "zod";
import { countryCodes } from "#app/features/users/countries.server.ts";
import { themes } from "#app/features/users/theme.ts";
import { isTimeZone } from "#app/features/users/time-zones.server.ts";
import {
  addFieldIssue,
  always,
  createLineField,
  createOptionalField,
  createPersonNameField,
  findPhoneProblem,
  readPhone,
} from "#app/platform/http/forms/fields.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";

/** The values that a form showed when it was opened, from its hidden field; null when that is unreadable. */
export const shownBefore = z
  .string()
  .optional()
  .transform((text): unknown => {
    try {
      return JSON.parse(text ?? "null");
    } catch {
      return null;
    }
  });

export const profileForm = z
  .object({
    base: shownBefore,
    firstName: createPersonNameField(60).min(1),
    lastName: createPersonNameField(60).optional().default(""),
    /** Without a country code, a number of the country chosen in the same form. */
    phone: createOptionalField(z.string().overwrite(asLine)),
    address: createOptionalField(createLineField(200)),
    city: createOptionalField(createLineField(80)),
    state: createOptionalField(createLineField(80)),
    zipCode: z
      .string()
      .optional()
      .transform((text) => foldDigits(asLine(text ?? "")) || null)
      .pipe(z.string().max(12).nullable()),
    country: z
      .string()
      .optional()
      .transform((text) => text || null)
      .pipe(z.enum(countryCodes as [CountryCode, ...CountryCode[]]).nullable()),
    timeZone: z.string().refine(isTimeZone, { error: "accounts.unknownTimeZone" }).optional(),
  })
  .superRefine(({ phone, country }: { phone?: string | null; country?: string | null }, context) => {
    // A field that failed validation may still hold something else.
    if (typeof phone === "string" && !readPhone(phone, country ?? undefined))
      addFieldIssue(context, "phone", findPhoneProblem(phone, country ?? undefined));
  }, always)
  .transform((form) => ({ ...form, phone: form.phone && readPhone(form.phone, form.country ?? undefined) }));

export const languageForm = z.object({ language: z.enum(languages) });

export const themeForm = z.object({ theme: z.enum(themes) });

export type ProfileForm = z.output<typeof profileForm>;
