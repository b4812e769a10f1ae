import * as z from "zod";
import { browserZoneField } from "#app/features/users/browser-region.server.ts";
import { addFieldIssue, always, createPersonNameField, emailLine } from "#app/platform/http/forms/fields.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { isStrongEnough, passwordMaxLength } from "./auth.rules.ts";
import { isCommonPassword } from "./common-passwords.server.ts";

/** The e-mail address or phone number that an account signs in with, typed to confirm an irreversible action. */
export const signInNameField = z.string().overwrite(asLine).toLowerCase().min(1).max(254).transform(foldDigits);

/**
 * Applies the specification's rule first, then rejects common passwords. Each step checks only what passed the previous
 * one; `abort` would stop the checks across fields too.
 */
const newPassword = z
  .string()
  .max(passwordMaxLength)
  .pipe(z.string().refine(isStrongEnough, { error: "accounts.weakPassword" }))
  .pipe(z.string().refine((password) => !isCommonPassword(password), { error: "accounts.commonPassword" }));

/** Path to return to afterwards; checked by `safePath` where it is used. */
const returnPath = z.string().max(1000).optional();

export const signInForm = z.object({
  email: emailLine,
  password: z.string().min(1).max(passwordMaxLength),
  to: returnPath,
});

export const signUpForm = z.object({
  firstName: createPersonNameField(60).min(1),
  lastName: createPersonNameField(60).optional().default(""),
  email: emailLine,
  password: newPassword,
  timeZone: browserZoneField,
  to: returnPath,
});

export const emailForm = z.object({ email: emailLine, to: returnPath });

/** Form for a mailed confirmation link that is opened in another browser than the one used to sign up. */
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
  .superRefine(({ password, confirmPassword }, context) => {
    if (password !== confirmPassword) addFieldIssue(context, "confirmPassword", "accounts.passwordsMustMatch");
  }, always);

export const passwordForm = z
  .object({
    currentPassword: z.string().min(1).max(passwordMaxLength),
    newPassword,
    confirmPassword: z.string().max(passwordMaxLength),
  })
  .superRefine(({ newPassword, confirmPassword }, context) => {
    if (newPassword !== confirmPassword) addFieldIssue(context, "confirmPassword", "accounts.newPasswordsDontMatch");
  }, always);

export const emailChangeForm = z.object({
  email: emailLine,
  currentPassword: z.string().min(1).max(passwordMaxLength),
});

export const emailLinkForm = z.object({
  token: z.string().max(100),
  /** Required only when nobody is signed in to the account. */
  password: z.string().max(passwordMaxLength).optional().default(""),
});

export const sessionForm = z.object({ sessionId: z.string().max(100) });

export type PasswordForm = z.output<typeof passwordForm>;

export type EmailChangeForm = z.output<typeof emailChangeForm>;

export type SignUpForm = z.output<typeof signUpForm>;
