import * as z from "zod";
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

const key = z
  .string()
  .regex(/^[\w-]+={0,2}$/)
  .max(200);

export const deviceBody = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: key, auth: key }),
});
