import * as z from "zod";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { asLine } from "#app/platform/i18n/plain-text.ts";
import { type Chip, chipNames } from "../nfc/ndef.rules.ts";
import { corrections, labelNames, printFormats } from "../printing/label-sizes.rules.ts";
import { maxInBatch } from "../tags.rules.ts";

const wrongCount = { error: "batches.countRange", params: { most: maxInBatch } };

export const batchForm = z.object({
  name: z.string().transform(asLine).pipe(z.string().min(1).max(60)),
  count: z
    .string()
    .transform((typed) => Number(/^\d{1,4}$/.exec(foldDigits(typed.trim()))?.[0] ?? Number.NaN))
    .refine((count) => count >= 1 && count <= maxInBatch, wrongCount),
  chip: z.enum(chipNames as [Chip, ...Chip[]]),
  hasClaimCodes: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
});

export const chipsForm = z.object({
  file: z.file({ error: "form.required" }).min(1, { error: "form.required" }),
  trial: z.literal("1").optional(),
});

/** Query parameters of a printed file; invalid values fall back to the defaults. */
export const printQuery = z.object({
  size: z.enum(labelNames).catch("round25"),
  correction: z.enum(corrections).catch("Q"),
  format: z.enum(printFormats).catch("pdf"),
});
