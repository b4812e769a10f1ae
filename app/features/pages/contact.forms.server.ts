import * as z from "zod";
import { emailField } from "#app/features/accounts/accounts.forms.server.ts";
import { asLine, asProse } from "#app/platform/i18n/plain-text.ts";
import { longest, topics } from "./contact.rules.ts";

export const contactForm = z.object({
  name: z.string().overwrite(asLine).min(1).max(longest.name),
  email: emailField,
  topic: z.enum(topics),
  body: z.string().overwrite(asProse).min(1).max(longest.body),
});
export type ContactForm = z.output<typeof contactForm>;
