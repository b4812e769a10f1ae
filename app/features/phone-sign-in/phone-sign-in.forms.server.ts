import * as z from "zod";
import { passwordMaxLength } from "#app/features/auth/auth.rules.ts";
import { phoneCodeForm, phoneForm } from "#app/features/notifications/preferences/preferences.forms.server.ts";
import { nameLine } from "#app/platform/http/forms/text-fields.server.ts";

/** Redirect target; validated by `safePath` where it is used. */
const to = z.string().max(1000).optional();

export const numberForm = phoneForm.extend({ to });
export const codeForm = phoneCodeForm.extend({ to });
export const nameForm = z.object({
  firstName: nameLine(60).min(1),
  lastName: nameLine(60).optional().default(""),
  to,
});
export const passwordProofForm = z.object({ password: z.string().min(1).max(passwordMaxLength), to });
export const onwardForm = z.object({ to });
