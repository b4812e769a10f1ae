import * as z from "zod";
import { signInNameField } from "#app/features/auth/auth.forms.server.ts";
import { passwordMaxLength } from "#app/features/auth/auth.rules.ts";

const currentPassword = z.string().min(1).max(passwordMaxLength);

export const copyForm = z.object({ currentPassword });

export const deleteAccountForm = z.object({ currentPassword, confirm: signInNameField });

export type DeleteAccountForm = z.output<typeof deleteAccountForm>;
