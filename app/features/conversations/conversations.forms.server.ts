import * as z from "zod";
import { createTextField } from "#app/platform/http/forms/fields.server.ts";
import type { MessageFiles } from "./attachments/attachments.server.ts";
import { messageMaxLength } from "./conversations.rules.ts";

/** Fields of a message: words, and a photo or a voice message. */
export const messageFields = {
  body: createTextField(messageMaxLength)
    .optional()
    .transform((text) => text ?? ""),
  photo: z.file().optional(),
  voice: z.file().optional(),
};

interface MessageValue extends MessageFiles {
  body: string;
}

/** Refuses a message without anything in it, and one with two files. */
export function requireContent({ body, photo, voice }: MessageValue, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: "custom", message, path: ["body"] });
  if (!body && !photo && !voice) refuse("form.required");
  if (photo && voice) refuse("conversations.attachment.oneFile");
}

export const messageForm = z.object(messageFields).superRefine(requireContent);
