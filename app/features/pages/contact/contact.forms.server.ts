import * as z from "zod";
import { emailLine, line, prose } from "#app/platform/http/forms/text-fields.server.ts";
import { maxLengths, topics } from "./contact.rules.ts";

export const contactForm = z.object({
  name: line(maxLengths.name).min(1),
  email: emailLine,
  topic: z.enum(topics),
  body: prose(maxLengths.body).min(1),
});
export type ContactForm = z.output<typeof contactForm>;
