import * as z from "zod";
import { emailField } from "#app/features/auth/auth.forms.server.ts";

/** Who gets the pet, and that the owner knows what it means. */
export const offerForm = z.object({
  email: emailField,
  isSure: z.literal("on", { error: "transfer.confirmFirst" }),
});
