import type { CountryCode } from "libphonenumber-js/max";
import * as z from "zod";
import { phoneField } from "#app/platform/http/phone-field.server.ts";
import { line, nameLine, orNull } from "#app/platform/http/text-fields.server.ts";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { asLine } from "#app/platform/i18n/plain-text.ts";
import { isStrongEnough, longestReason, passwordMaxLength } from "./accounts.rules.ts";
import { isCommonPassword } from "./password/common-passwords.server.ts";
import { countryCodes } from "./settings/countries.server.ts";
import { themes } from "./settings/theme.ts";
import { isTimeZone } from "./settings/time-zones.server.ts";

export const emailField = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** The specification's rule first, then the commonest passwords. */
const newPassword = z
  .string()
  .max(passwordMaxLength, { abort: true })
  .refine(isStrongEnough, { error: "accounts.weakPassword", abort: true })
  .refine((password) => !isCommonPassword(password), { error: "accounts.commonPassword" });

/** Where to go once all is done; `safePath` judges it where it is used. */
const returnPath = z.string().max(1000).optional();

export const signInForm = z.object({
  email: emailField,
  password: z.string().min(1).max(passwordMaxLength),
  to: returnPath,
});

export const signUpForm = z.object({
  firstName: nameLine(60).min(1),
  lastName: nameLine(60).optional().default(""),
  email: emailField,
  password: newPassword,
  to: returnPath,
});

export const emailForm = z.object({ email: emailField, to: returnPath });

/** The mailed link to confirm an address, opened in another browser than the one that signed up. */
export const confirmForm = z.object({
  token: z.string().min(1).max(1000),
  password: z.string().min(1).max(passwordMaxLength),
  to: returnPath,
});

export const resetForm = z
  .object({
    token: z.string().min(1).max(500),
    to: returnPath,
    password: newPassword,
    confirmPassword: z.string().max(passwordMaxLength),
  })
  .refine((value) => value.password === value.confirmPassword, {
    error: "accounts.passwordsMustMatch",
    path: ["confirmPassword"],
  });

/** What a form showed when it was opened, as its hidden field tells it; nothing where that was tampered with. */
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

export const profileForm = z.object({
  base: shownBefore,
  firstName: nameLine(60).min(1),
  lastName: nameLine(60).optional().default(""),
  phone: z
    .string()
    .optional()
    .transform((text) => text?.trim() || null)
    .pipe(phoneField().nullable()),
  address: orNull(line(200)),
  city: orNull(line(80)),
  state: orNull(line(80)),
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
});

export const passwordForm = z
  .object({
    currentPassword: z.string().min(1).max(passwordMaxLength),
    newPassword,
    confirmPassword: z.string().max(passwordMaxLength),
  })
  .refine((value) => value.newPassword === value.confirmPassword, {
    error: "accounts.newPasswordsDontMatch",
    path: ["confirmPassword"],
  });

export const emailChangeForm = z.object({
  email: emailField,
  currentPassword: z.string().min(1).max(passwordMaxLength),
});
export const emailLinkForm = z.object({
  token: z.string().max(100),
  /** Asked for only where nobody is signed in to the account. */
  password: z.string().max(passwordMaxLength).optional().default(""),
});
export const sessionForm = z.object({ sessionId: z.string().max(100) });

export const languageForm = z.object({ language: z.enum(languages) });
export const themeForm = z.object({ theme: z.enum(themes) });
/** A form that is nothing but its button. */
export const emptyForm = z.object({});

const version = z.coerce.number().int().min(1).max(2_147_483_647);

/** What an administrator decides about an account, as they saw it (`version`). */
export const decisionForm = z.object({ version });
/** A decision that says why. */
export const reasonedForm = z.object({
  version,
  reason: line(longestReason).min(1),
});
export const eraseForm = z.object({ version, confirm: emailField });

export type ProfileForm = z.output<typeof profileForm>;
export type PasswordForm = z.output<typeof passwordForm>;
export type EmailChangeForm = z.output<typeof emailChangeForm>;
export type SignUpForm = z.output<typeof signUpForm>;
