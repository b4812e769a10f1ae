import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as z from "zod";
import { nameLine } from "#app/platform/http/forms/text-fields.server.ts";
import { passwordMaxLength } from "../auth.rules.ts";

/** Parses the JSON of an authenticator's response; it is verified later. */
const answerOf = <Answer extends { id: string }>() =>
  z
    .string()
    .max(20_000)
    .transform((text, context): Answer => {
      try {
        const read: unknown = JSON.parse(text);
        if (z.object({ id: z.string().max(2000) }).safeParse(read).success) return read as Answer;
      } catch {
        // Reported below.
      }
      context.addIssue({ code: "custom", message: "accounts.wrongPasskey" });
      return z.NEVER;
    });

const name = nameLine(60).min(1);

/** Contains the name, so that a device creates no passkey that is then rejected for its name. */
export const passkeyBeginForm = z.object({ name, currentPassword: z.string().min(1).max(passwordMaxLength) });
export const passkeyAddForm = z.object({ name, response: answerOf<RegistrationResponseJSON>() });
export const passkeyNameForm = z.object({ passkeyId: z.string().max(100), name });
export const passkeyForm = z.object({ passkeyId: z.string().max(100) });
export const passkeySignInForm = z.object({
  response: answerOf<AuthenticationResponseJSON>(),
  to: z.string().max(1000).optional(),
});
