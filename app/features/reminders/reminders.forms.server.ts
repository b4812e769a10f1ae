import * as z from "zod";
import {
  addFieldIssue,
  always,
  createDayField,
  createLineField,
  createOptionalField,
  createTextField,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import { isCalendarDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import {
  daysAhead,
  latestDay,
  maxInterval,
  maxLengths,
  maxRepeats,
  reminderKinds,
  repeats,
  snoozes,
} from "./reminders.rules.ts";

const day = createDayField("reminders.impossibleDay");

const clock = z
  .string()
  .overwrite((text) => foldDigits(text).trim())
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, { error: "reminders.impossibleTime" })
  .transform((text) => text.slice(0, 5));

const whole = (most: number) =>
  z
    .string()
    .overwrite((text) => foldDigits(text).trim())
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(most));

/** A field that failed validation may still hold the typed text. */
const isDay = (value: string | null | undefined): value is string => isCalendarDay(value ?? "");

/**
 * Creates the schema of the reminder form for the calendar day `today`. Rejects a day before today (except `kept`, the
 * day on which it was due already) or after 2099, an end before the start, two kinds of end, and a custom reminder
 * without a title.
 */
export function createReminderForm(today: string, kept: string | null = null) {
  return z
    .object({
      /** Idempotency key, created with the form of a new reminder. */
      key: z.string().optional(),
      version: versionField.optional(),
      petId: z.string(),
      kind: z.enum(reminderKinds),
      title: createLineField(maxLengths.title).optional().default(""),
      note: createOptionalField(createTextField(maxLengths.note)),
      day: day
        .refine((value) => value >= today || value === kept, { error: "reminders.dayIsOver" })
        .refine((value) => value <= latestDay, { error: "reminders.tooFar" }),
      at: createOptionalField(clock),
      repeat: z.enum(repeats).optional().default("none"),
      every: whole(maxInterval).optional().default(1),
      until: createOptionalField(day.refine((value) => value <= latestDay, { error: "reminders.tooFar" })),
      times: createOptionalField(whole(maxRepeats)),
      ahead: z
        .array(
          z
            .string()
            .transform(Number)
            .pipe(z.literal([...daysAhead])),
        )
        .min(1, { error: "reminders.chooseTime" })
        .max(daysAhead.length)
        .transform((days) => [...new Set<number>(days)].sort((one, other) => one - other)),
    })
    .superRefine((form, context) => {
      if (form.kind === "custom" && !form.title) addFieldIssue(context, "title", "form.required");
      if (form.repeat === "none") return;
      if (form.until && form.times) addFieldIssue(context, "times", "reminders.oneEnd");
      if (isDay(form.until) && isDay(form.day) && form.until < form.day)
        addFieldIssue(context, "until", "reminders.endsBefore");
    }, always)
    .transform((form) => (form.repeat === "none" ? { ...form, every: 1, until: null, times: null } : form));
}

export type ReminderForm = z.output<ReturnType<typeof createReminderForm>>;
export type ReminderFields = z.input<ReturnType<typeof createReminderForm>>;

const occurrence = { reminderId: z.string(), day };
export const doneForm = z.object(occurrence);
export const snoozeForm = z.object({ ...occurrence, span: z.enum(snoozes) });
export const suggestionForm = z.object({ petId: z.string() });
