import * as z from "zod";
import { signInNameField } from "#app/features/auth/auth.forms.server.ts";
import { passwordMaxLength } from "#app/features/auth/auth.rules.ts";

const currentPassword = z.string().min(1).max(passwordMaxLength);

export const copyForm = z.object({ currentPassword });

export const deleteAccountForm = z.object({
  currentPassword,
  confirm: signInNameField,
  /** Confirms that the user knows a pet of theirs is lost and its tag will no longer lead to anyone. */
  knowsLost: z
    .literal("on")
    .optional()
    .transform((tick) => tick === "on"),
});

export type DeleteAccountForm = Omit<z.output<typeof deleteAccountForm>, "knowsLost"> & { knowsLost?: boolean };
