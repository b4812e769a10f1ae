import * as z from "zod";
import { emailLine } from "#app/platform/http/forms/text-fields.server.ts";

/** Receiver's address, and confirmation that the owner understands the consequences. */
export const offerForm = z.object({
  email: emailLine,
  isSure: z.literal("on", { error: "transfer.confirmFirst" }),
});
