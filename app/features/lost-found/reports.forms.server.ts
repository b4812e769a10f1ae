import * as z from "zod";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { genders, microchipNumber, petHabits, petTypes } from "#app/features/pets/pets.rules.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import {
  addFieldIssue,
  always,
  createLineField,
  createNameField,
  createOptionalField,
  createPhoneField,
  createTextField,
  emailLine,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { localMoment } from "./local-moment.rules.ts";
import {
  ages,
  colours,
  complaintReasons,
  isRealPlace,
  maxLengths,
  maxPhotos,
  reportKinds,
  resolutions,
  sizes,
} from "./reports.rules.ts";
import { planSteps } from "./search-plan.rules.ts";

const microchip = z.string().transform((text, context) => {
  const number = text.length <= maxLengths.microchip ? microchipNumber(foldDigits(asLine(text))) : null;
  if (number) return number;
  context.issues.push({ code: "custom", message: "pets.wrongMicrochip", input: text });
  return z.NEVER;
});

/** Parses degrees from a hidden field; anything but a number counts as not given. */
const degrees = z
  .string()
  .optional()
  .transform((text) => {
    const value = text && text.length < 40 ? Number(foldDigits(text)) : Number.NaN;
    return Number.isFinite(value) ? value : null;
  });

const oldest = new Date("2000-01-01T00:00:00Z");
/** Tolerance in milliseconds for differences between the clocks of devices and server. */
const tolerance = 10 * minuteMs;

function seenAt(now: Date, timeZone: string) {
  return z.string().transform((text, context) => {
    const moment = localMoment(foldDigits(text).trim(), timeZone);
    const message =
      moment === null || moment < oldest
        ? "reportForm.impossibleTime"
        : moment.getTime() > now.getTime() + tolerance
          ? "reportForm.timeInFuture"
          : null;
    if (message === null) return moment as Date;
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  });
}

const required = ({ input }: { input?: unknown }) => (input === undefined ? "form.required" : "form.invalid");

const fields = (now: Date, timeZone: string, country?: string | null) => ({
  version: versionField.optional(),
  overwrite: z.boolean().optional(),
  kind: z.enum(reportKinds, { error: required }),
  petId: createOptionalField(z.string().max(60)),
  petName: createOptionalField(createNameField(maxLengths.petName)),
  type: z.enum(petTypes, { error: required }),
  otherType: createOptionalField(createLineField(maxLengths.otherType)),
  breed: createOptionalField(createLineField(maxLengths.breed)),
  colors: z.array(z.enum(colours)).max(colours.length),
  size: createOptionalField(z.enum(sizes)),
  gender: z.enum(genders).optional().default("unknown"),
  age: createOptionalField(z.enum(ages)),
  habit: createOptionalField(z.enum(petHabits)),
  marks: createOptionalField(createTextField(maxLengths.marks)),
  hiddenMark: createOptionalField(createTextField(maxLengths.hiddenMark)),
  microchip: createOptionalField(microchip),
  seenAt: seenAt(now, timeZone),
  area: createLineField(maxLengths.area).min(1),
  place: createOptionalField(createTextField(maxLengths.place)),
  latitude: degrees,
  longitude: degrees,
  description: createOptionalField(createTextField(maxLengths.prose)),
  additionalInfo: createOptionalField(createTextField(maxLengths.prose)),
  reward: createOptionalField(createLineField(maxLengths.reward)),
  showReward: z.boolean().optional().default(false),
  contactName: createOptionalField(createNameField(maxLengths.contactName)),
  contactPhone: createOptionalField(createPhoneField(country, { isCompany: true })),
  contactEmail: createOptionalField(emailLine),
  photos: z.array(z.file()).max(maxPhotos, { error: "reportForm.tooManyPhotos" }),
  removePhotos: z.array(z.string().max(60)).max(maxPhotos),
});

/** Removes incomplete coordinates and those near 0,0. */
function withPlace<Form extends { latitude: number | null; longitude: number | null }>(form: Form): Form {
  const { latitude, longitude } = form;
  if (latitude !== null && longitude !== null && isRealPlace(latitude, longitude)) return form;
  return { ...form, latitude: null, longitude: null };
}

/**
 * Creates the form of a user's report, validated at time `now` in `timeZone`; phone numbers without a country code are
 * those of `country` (ISO 3166-1, by default Egypt).
 */
export function createReportForm(now: Date, timeZone: string, country?: string | null) {
  return z
    .object(fields(now, timeZone, country))
    .superRefine((form, context) => {
      if (form.kind === "lost" && !form.petName) addFieldIssue(context, "petName", "form.required");
    }, always)
    .transform(withPlace);
}

/** Creates the form of a guest's report: found and sighted pets only, with the guest's e-mail address. */
export function createGuestForm(now: Date, timeZone: string) {
  return z
    .object({
      ...fields(now, timeZone),
      kind: z.enum(["found", "sighting"], { error: required }),
      guestEmail: emailLine,
    })
    .transform(withPlace);
}

export type ReportFields = z.input<ReturnType<typeof createReportForm>> & { guestEmail?: string };
type WholeForm = z.output<ReturnType<typeof createReportForm>>;
type RequiredField = "kind" | "type" | "seenAt" | "area";

/** Input of commands: kind, species, time and place are required, the rest is optional. */
export type ReportForm = Pick<WholeForm, RequiredField> & Partial<Omit<WholeForm, RequiredField>>;
export type GuestForm = ReportForm & { guestEmail: string };

export const resolveForm = z.object({
  resolution: z.enum(resolutions, { error: required }),
  thanks: createOptionalField(createTextField(maxLengths.thanks)),
});

export const complaintForm = z.object({
  reason: z.enum(complaintReasons, { error: required }),
  note: createOptionalField(createTextField(maxLengths.reason)),
  email: createOptionalField(emailLine).optional(),
});

/** Latest decision of an administrator when the page was opened. */
/** The latest decision shown; empty when there was none, which no field at all stands for. */
const seen = z.string().max(60).default("");

export const decideForm = z.object({ seen });
export const hideForm = z.object({ reason: createTextField(maxLengths.reason).min(1), seen });
export const photoForm = z.object({ photoId: z.uuid(), seen });
export const coverForm = z.object({ text: createTextField(maxLengths.marks).min(2), seen });
/** Fields that administrators may correct: the public texts. */
export const correctForm = z.object({
  petName: createOptionalField(createNameField(maxLengths.petName)),
  area: createLineField(maxLengths.area).min(1),
  marks: createOptionalField(createTextField(maxLengths.marks)),
  description: createOptionalField(createTextField(maxLengths.prose)),
  additionalInfo: createOptionalField(createTextField(maxLengths.prose)),
  seen,
});
export type Correction = Omit<z.output<typeof correctForm>, "seen">;

/** Standard reason for hiding reports; null uses the reason of each report's complaints. */
export const hideReason = createOptionalField(z.enum(complaintReasons));

export const liftForm = z.object({ banId: z.string().max(60) });

export const tickForm = z.object({
  step: z.enum(planSteps),
  isDone: z.boolean().optional().default(false),
  /** The list in which it was ticked. */
  list: z.enum(["first", "plan"]).default("plan"),
});

/** The other report of a match or duplicate. */
export const otherReportForm = z.object({ other: z.string().max(60) });

const body = createTextField(messageMaxLength).min(1);

/** First message to a reporter. */
export const firstMessageForm = z.object({
  body,
  name: createOptionalField(createNameField(maxLengths.contactName)),
  email: createOptionalField(emailLine),
  claimedMark: createOptionalField(createTextField(maxLengths.hiddenMark)),
});
