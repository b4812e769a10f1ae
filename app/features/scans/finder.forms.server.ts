import * as z from "zod";
import { messageFields, requireContent } from "#app/features/conversations/conversations.forms.server.ts";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asProse } from "#app/platform/i18n/text/plain-text.ts";
import { type WaitMinutes, waitMinutes } from "./escalation.rules.ts";

const freeText = (max: number) =>
  z
    .string()
    .transform((text) => asProse(text) || undefined)
    .pipe(z.string().max(max).optional())
    .optional();

/**
 * Parses a number from a hidden field. Anything else counts as not given, so that a faulty device never blocks a
 * finder.
 */
const degrees = (limit: number) =>
  z
    .string()
    .optional()
    .transform((text) => {
      const value = text ? Number(text) : Number.NaN;
      return Number.isFinite(value) && Math.abs(value) <= limit ? value : undefined;
    });

const place = {
  latitude: degrees(90),
  longitude: degrees(180),
  accuracy: z
    .string()
    .optional()
    .transform((text) => {
      const metres = Math.round(Number(text));
      return Number.isFinite(metres) && metres >= 0 ? Math.min(metres, 1_000_000) : undefined;
    }),
  place: freeText(300),
};

const token = z
  .string()
  .max(100)
  .optional()
  .transform((text) => text ?? "");

export const placeForm = z.object({ scan: token, ...place });

/** A quick reply (`say`) stands before the finder's own words. */
export const haveForm = z
  .object({
    scan: token,
    name: freeText(60),
    contact: freeText(120),
    say: freeText(200),
    note: freeText(messageMaxLength),
    photo: z.file().optional(),
    ...place,
  })
  .transform(({ say, note, ...form }) => ({
    ...form,
    note: [say, note].filter(Boolean).join("\n") || undefined,
  }));

/** Whether contacts are notified when the owner does not answer, and after how many minutes. */
export const escalationForm = z.object({
  isOn: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
  minutes: z.coerce.number().refine((value): value is WaitMinutes => waitMinutes.some((one) => one === value)),
});

/** Six digits in any script and format. */
export const handoverForm = z.object({
  code: z
    .string()
    .max(40)
    .transform((text) => foldDigits(text).replace(/[^\d]/g, ""))
    .pipe(z.string().regex(/^\d{6}$/)),
});

export const finderMessageForm = z.object({ ...messageFields, contact: freeText(120) }).superRefine(requireContent);
