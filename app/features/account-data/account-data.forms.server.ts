import * as z from "zod";
import { signInNameField } from "#app/features/auth/auth.forms.server.ts";
import { passwordMaxLength } from "#app/features/auth/auth.rules.ts";

const currentPassword = z.string().min(1).max(passwordMaxLength);

export const copyForm = z.object({ currentPassword });

export const deleteAccountForm = z.object({
  currentPassword,
  confirm: signInNameField,
  /** Confirmed by the person: a pet of theirs is lost, and its tag will lead to nobody. */
  knowsLost: z
    .literal("on")
    .optional()
    .transform((tick) => tick === "on"),
});

export type DeleteAccountForm = Omit<z.output<typeof deleteAccountForm>, "knowsLost"> & { knowsLost?: boolean };
