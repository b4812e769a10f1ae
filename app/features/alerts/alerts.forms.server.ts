import * as z from "zod";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { alertKinds, channels, type Preferences } from "./alerts.rules.ts";

const isOn = z.literal("on").optional().transform(Boolean);

/** Fields named `kind.channel`; a switch that is off is not sent at all. */
export const preferencesForm = z
  .object(
    Object.fromEntries(
      alertKinds.map((kind) => [
        kind,
        z.object(Object.fromEntries(channels.map((channel) => [channel, isOn]))).prefault({}),
      ]),
    ),
  )
  .transform((value) => value as unknown as Preferences);

const time = z
  .string()
  .transform((value) => foldDigits(value.trim()).padStart(5, "0"))
  .refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), { error: "alerts.quiet.timeShape" });
const weekday = z
  .string()
  .regex(/^[0-6]$/)
  .transform(Number);

export const quietHoursForm = z.object({
  isOn,
  from: time,
  to: time,
  days: z
    .array(weekday)
    .max(7)
    .prefault([])
    .transform((days) => [...new Set(days)].sort()),
});

const key = z
  .string()
  .regex(/^[\w-]+={0,2}$/)
  .max(200);

export const deviceBody = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: key, auth: key }),
});
