import * as z from "zod";
import { createPhoneField } from "#app/platform/http/forms/fields.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { carriers } from "#app/platform/phone/carrier.server.ts";
import { channels, notificationKinds, type Preferences } from "./notifications.rules.ts";
import { presets } from "./presets.rules.ts";

const isOn = z.literal("on").optional().transform(Boolean);

const switches = Object.fromEntries(
  notificationKinds.map((kind) => [
    kind,
    z.object(Object.fromEntries(channels.map((channel) => [channel, isOn]))).prefault({}),
  ]),
);

/**
 * Fields are named `kind.channel`; a switch that is off is not submitted. `shown.kind.channel` are those that were on
 * when the form was opened.
 */
export const preferencesForm = z
  .object({ ...switches, shown: z.object(switches).optional() })
  .transform(
    ({ shown, ...choices }) => ({ choices, shown }) as unknown as { choices: Preferences; shown?: Preferences },
  );

export const presetForm = z.object({ preset: z.enum(presets) });

const time = z
  .string()
  .transform((value) => foldDigits(value.trim()).padStart(5, "0"))
  .refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), { error: "notifications.quiet.timeShape" });
const weekday = z
  .string()
  .regex(/^[0-6]$/)
  .transform(Number);

export const quietHoursForm = z.object({
  /** Quiet hours with which the form was opened, as `serializeQuietHours`. */
  shown: z.string().max(40).optional(),
  isOn,
  from: time,
  to: time,
  days: z
    .array(weekday)
    .max(7)
    .prefault([])
    .transform((days) => [...new Set(days)].sort()),
});

/** Form for a number to send a code to; without a country code, one of `country` (ISO 3166-1), by default Egypt. */
export const createPhoneForm = (country?: string | null) =>
  z.object({ phone: createPhoneField(country), first: z.enum(carriers).default("whatsapp") });

/** Code as typed: digits of any script; all other characters are ignored. */
export const phoneCodeForm = z.object({
  code: z
    .string()
    .max(20)
    .transform((text) => foldDigits(text).replace(/\D/g, "")),
});

/** Link of the page that was seen. */
export const seenForm = z.object({ link: z.string().startsWith("/").max(300) });

const key = z
  .string()
  .regex(/^[\w-]+={0,2}$/)
  .max(200);

export const deviceBody = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: key, auth: key }),
});
