import * as z from "zod";
import { shareDays, shareParts } from "./share-links.rules.ts";

export const shareForm = z.object({
  key: z.string().max(36).optional(),
  parts: z
    .array(z.enum(shareParts), { error: "pets.share.chooseParts" })
    .min(1, { error: "pets.share.chooseParts" })
    .max(shareParts.length)
    .transform((parts) => shareParts.filter((part) => parts.includes(part))),
  days: z.enum(shareDays, { error: "form.invalid" }).transform(Number),
});

export const revokeForm = z.object({ shareId: z.string().max(36) });
