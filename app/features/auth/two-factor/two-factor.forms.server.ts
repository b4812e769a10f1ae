import * as z from "zod";
import { asLine } from "#app/platform/i18n/plain-text.ts";
import { passwordMaxLength } from "../auth.rules.ts";
import { readCode, type TypedCode } from "./two-factor.rules.ts";

const code = z
  .string()
  .max(100)
  .transform(asLine)
  .pipe(z.string().min(1))
  .transform((typed, context): TypedCode => {
    const read = readCode(typed);
    if (read) return read;
    context.addIssue({ code: "custom", message: "twoFactor.notACode" });
    return z.NEVER;
  });
const currentPassword = z.string().min(1).max(passwordMaxLength);

export const beginForm = z.object({ currentPassword });
export const codeForm = z.object({ code });
/** `setup` says which key the page shows, which another tab may have replaced. */
export const confirmForm = codeForm.extend({ setup: z.string().max(64).optional() });
/** Asks for both factors again before an action that weakens the account. */
export const passwordAndCodeForm = z.object({ currentPassword, code });
