import * as z from "zod";
import { createTextField } from "#app/platform/http/forms/fields.server.ts";
import { messageMaxLength } from "./conversations.rules.ts";

/** Fields of a message: words, a photo, or both. */
export const messageFields = {
  body: createTextField(messageMaxLength)
    .optional()
    .transform((text) => text ?? ""),
  photo: z.file().optional(),
};

interface MessageValue {
  body: string;
  photo?: File | undefined;
}

/** Refuses a message without anything in it. */
export function requireContent({ body, photo }: MessageValue, context: z.RefinementCtx): void {
  if (!body && !photo) context.addIssue({ code: "custom", message: "form.required", path: ["body"] });
}

export const messageForm = z.object(messageFields).superRefine(requireContent);
