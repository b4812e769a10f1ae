import * as z from "zod";
import { emailField } from "#app/features/auth/auth.forms.server.ts";

/** Receiver's address, and confirmation that the owner understands the consequences. */
export const offerForm = z.object({
  email: emailField,
  isSure: z.literal("on", { error: "transfer.confirmFirst" }),
});
