import * as z from "zod";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { maxAccuracy, maxAtOnce, type ShareLength, shareLengths } from "./live-share.rules.ts";

/** A time in milliseconds since 1970. */
const timestamp = z.number().int().min(0).max(8_640_000_000_000_000);

const places = z
  .array(
    z.object({
      at: timestamp,
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy: z.number().min(0).max(maxAccuracy),
    }),
  )
  .min(1)
  .max(maxAtOnce);

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "form.invalid" });
    return z.NEVER;
  }
});

const submission = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("start"),
    minutes: z.coerce.number().refine((value): value is ShareLength => shareLengths.some((one) => one === value)),
  }),
  z.object({ intent: z.literal("stop") }),
  z.object({ intent: z.literal("places"), sentAt: z.coerce.number().pipe(timestamp), places: json.pipe(places) }),
]);

/**
 * Parses a submission of the sharing page. Throws 400 (`finderPage.sharing.invalid`) if any part is out of range or
 * malformed.
 */
export function readShareForm(form: FormData) {
  const read = submission.safeParse(Object.fromEntries(form));
  if (!read.success) throw new AppError("finderPage.sharing.invalid", 400);
  return read.data;
}
