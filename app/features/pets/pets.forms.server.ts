import * as z from "zod";
import {
  addFieldIssue,
  always,
  createDayField,
  createLineField,
  createNameField,
  createOptionalField,
  createPhoneField,
  createTextField,
  emailLine,
  maxTypedLength,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import { isCalendarDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { dateWithoutWords } from "#app/platform/i18n/dates/date-words.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import {
  earliestBirth,
  finderItems,
  genders,
  maxContacts,
  maxLengths,
  maxWeightKg,
  microchipNumber,
  petHabits,
  petNeeds,
  petTypes,
  readBirthdate,
} from "./pets.rules.ts";

export const dayField = createDayField("pets.impossibleDay");

const birthdate = (today: string) =>
  z
    .string()
    .overwrite((text) => readBirthdate(dateWithoutWords(text)) ?? text)
    .refine((text) => readBirthdate(text), { error: "pets.wrongBirthdate" })
    .pipe(z.string())
    .refine((value) => value <= today, { error: "pets.birthInFuture" })
    .refine((value) => value >= earliestBirth, { error: "pets.birthTooEarly" });

const kilogram = "(?:kgs?|kilo(?:gram)?s?|كجم|كغم?|كج|ك\\.ج|كيلو(?:جرام|غرام)?|ك)\\.?";
const gram = "(?:g|gr|gms?|grams?|جم|غم?|جرام|غرام)\\.?";
/** A unit after the number, or before it. */
const createUnitPattern = (unit: string) => new RegExp(`${unit}$|^${unit}(?=[\\d٫.])`, "i");
const inKilograms = createUnitPattern(kilogram);
const inGrams = createUnitPattern(gram);
/** A comma or separator before three digits: thousands in one language, decimals in another. */
const ambiguous = /^\d{1,3}[,٬،]\d{3}$/;

/** Typed weight, with or without a unit, in kilograms. */
export const weightField = z.string().transform((text, context) => {
  const typed = foldDigits(text.slice(0, maxTypedLength)).replace(/\s/g, "");
  const isGrams = inGrams.test(typed) && !inKilograms.test(typed);
  const bare = typed.replace(isGrams ? inGrams : inKilograms, "");
  // Many keyboards have the Arabic comma and no decimal separator.
  const number = bare.replace(/[٫,،]/, ".");
  const value = /^(?:\d{1,6}\.?|\d{0,6}\.\d{1,9})$/.test(number) ? Number(number) : 0;
  const kilograms = Math.round(isGrams ? value : value * 1000) / 1000;
  const isClear = !ambiguous.test(bare);
  if (isClear && kilograms > 0 && kilograms <= maxWeightKg) return kilograms;
  context.issues.push({ code: "custom", message: isClear ? "pets.weightRange" : "pets.weightAmbiguous", input: text });
  return z.NEVER;
});

const microchip = z.string().transform((text, context) => {
  const number = text.length <= maxLengths.microchip ? microchipNumber(foldDigits(asLine(text))) : null;
  if (number) return number;
  context.issues.push({ code: "custom", message: "pets.wrongMicrochip", input: text });
  return z.NEVER;
});

const medical = z.object({
  bloodType: createOptionalField(createLineField(maxLengths.bloodType)),
  conditions: createOptionalField(createTextField(maxLengths.prose)),
  allergies: createOptionalField(createTextField(maxLengths.prose)),
  medications: createOptionalField(createTextField(maxLengths.prose)),
  vaccinations: createOptionalField(createTextField(maxLengths.prose)),
  lastCheckup: createOptionalField(dayField),
  nextCheckup: createOptionalField(dayField),
  medicalNotes: createOptionalField(createTextField(maxLengths.prose)),
});

const createVetFields = (phone: ReturnType<typeof createPhoneField>) =>
  z.object({
    name: createOptionalField(createLineField(maxLengths.vetName)),
    phone: createOptionalField(phone),
    clinicAddress: createOptionalField(createTextField(maxLengths.clinicAddress)),
    specialization: createOptionalField(createLineField(maxLengths.specialization)),
  });

/** A completely empty row is dropped; any other needs a name and a phone number. */
const createContactFields = (phone: ReturnType<typeof createPhoneField>) =>
  z
    .object({
      name: createOptionalField(createNameField(maxLengths.contactName)),
      phone: createOptionalField(phone),
      email: createOptionalField(emailLine),
      relation: createOptionalField(createLineField(maxLengths.relation)),
    })
    .superRefine((row, context) => {
      if (!Object.values(row).some(Boolean)) return;
      if (!row.name) addFieldIssue(context, "name", "pets.contactName");
      if (!row.phone) addFieldIssue(context, "phone", "pets.contactPhone");
    }, always);

const isPerson = (row: z.output<ReturnType<typeof createContactFields>>): row is Contact =>
  row.name !== null && row.phone !== null;

const percent = z.number().min(0).max(100).transform(Math.round).optional();

const photoFields = {
  photo: z.file().min(1, { error: "form.photoNotImage" }).optional(),
  photoFocusX: percent,
  photoFocusY: percent,
};

interface CrossFieldInput {
  birthdate?: string | null;
  microchip?: string | null;
  microchipDay?: string | null;
  secondMicrochip?: string | null;
  secondMicrochipDay?: string | null;
  medical?: { lastCheckup?: string | null; nextCheckup?: string | null };
  showPhone?: boolean;
  finderPhone?: string | null;
}

/** A field that failed validation may still hold the typed text. */
const dayOrNull = (value: string | null | undefined) => (value && isCalendarDay(value) ? value : null);

/** Validation across fields. Runs even when single fields are invalid, so that all errors are reported together. */
function refineAcrossFields(pet: CrossFieldInput, today: string, refuse: (message: string, path: string[]) => void) {
  const birth = readBirthdate(String(pet.birthdate ?? ""));
  const last = dayOrNull(pet.medical?.lastCheckup);
  const next = dayOrNull(pet.medical?.nextCheckup);
  if (last && last > today) refuse("pets.checkupInFuture", ["medical", "lastCheckup"]);
  else if (last && birth && last < birth) refuse("pets.checkupBeforeBirth", ["medical", "lastCheckup"]);
  if (next && birth && next < birth) refuse("pets.checkupBeforeBirth", ["medical", "nextCheckup"]);
  else if (next && last && next < last) refuse("pets.nextBeforeLast", ["medical", "nextCheckup"]);
  for (const field of ["microchipDay", "secondMicrochipDay"] as const) {
    const implanted = dayOrNull(pet[field]);
    if (implanted && implanted > today) refuse("pets.implantInFuture", [field]);
    else if (implanted && birth && implanted < birth) refuse("pets.implantBeforeBirth", [field]);
  }
  if (pet.secondMicrochip && pet.secondMicrochip === pet.microchip) refuse("pets.chipTwice", ["secondMicrochip"]);
  if (pet.showPhone && !pet.finderPhone) refuse("pets.phoneNeeded", ["finderPhone"]);
}

/** Fields of a pet's profile in the form's order; arguments as for `createPetForm`. */
function petFields(today: string, country?: string | null) {
  const phone = createPhoneField(country);
  const vetPhone = createPhoneField(country, { isCompany: true });
  return {
    name: createNameField(maxLengths.name).min(1),
    type: z.enum(petTypes, { error: ({ input }) => (input === undefined ? "form.required" : "form.invalid") }),
    otherType: createOptionalField(createLineField(maxLengths.otherType)),
    breed: createOptionalField(createLineField(maxLengths.breed)),
    gender: z.enum(genders).optional().default("unknown"),
    neutered: z
      .enum(["yes", "no"])
      .optional()
      .transform((value) => (value ? value === "yes" : null)),
    habit: createOptionalField(z.enum(petHabits)),
    birthdate: createOptionalField(birthdate(today)),
    weightKg: createOptionalField(weightField),
    color: createOptionalField(createLineField(maxLengths.color)),
    microchip: createOptionalField(microchip),
    microchipPlace: createOptionalField(createLineField(maxLengths.microchipPlace)),
    microchipDay: createOptionalField(dayField),
    secondMicrochip: createOptionalField(microchip),
    secondMicrochipPlace: createOptionalField(createLineField(maxLengths.microchipPlace)),
    secondMicrochipDay: createOptionalField(dayField),
    behaviours: createOptionalField(createTextField(maxLengths.prose)),
    notes: createOptionalField(createTextField(maxLengths.prose)),
    diet: createOptionalField(createTextField(maxLengths.prose)),
    needs: z.array(z.enum(petNeeds)).max(petNeeds.length).optional().default([]),
    urgentNeeds: createOptionalField(createTextField(maxLengths.urgentNeeds)),
    shown: z.array(z.enum(finderItems)).max(finderItems.length),
    finderPhone: createOptionalField(phone),
    showPhone: z.boolean().optional().default(false),
    medical,
    vet: createVetFields(vetPhone),
    contacts: z
      .array(createContactFields(phone))
      .max(maxContacts, { error: "pets.tooManyContacts" })
      .transform((rows) => rows.filter(isPerson)),
  };
}

/**
 * Names of the fields that are compared to detect conflicting edits; the medical record and the vet are compared field
 * by field.
 */
export const comparedFields: readonly string[] = Object.entries(petFields("2000-01-01")).flatMap(([name, field]) =>
  field instanceof z.ZodObject ? Object.keys(field.shape).map((part) => `${name}.${part}`) : [name],
);

/**
 * Creates the schema of the pet form; `today` is the author's current calendar day, and `country` (ISO 3166-1, by
 * default Egypt) that of phone numbers without a country code.
 */
export function createPetForm(today: string, country?: string | null) {
  return z
    .object({
      /** Generated with the form of a new pet; distinguishes a repeated submission from a second pet. */
      key: z.string().optional(),
      version: versionField.optional(),
      /** The form's values when it was opened, to detect changes made elsewhere since. */
      base: z.string().max(60_000).optional(),
      /** Fields changed elsewhere that keep their current value instead of the submitted one. */
      theirs: z
        .array(z.string().optional())
        .max(comparedFields.length)
        .optional()
        .transform((fields) => comparedFields.filter((field) => fields?.includes(field))),
      ...petFields(today, country),
      ...photoFields,
      removePhoto: z.boolean().optional(),
    })
    .superRefine(
      (pet, context) => refineAcrossFields(pet, today, (message, path) => addFieldIssue(context, path, message)),
      always,
    );
}

/** Form for an administrator's corrections: name and appearance. */
export const correctionForm = z.object({
  version: versionField,
  name: createNameField(maxLengths.name).min(1),
  type: z.enum(petTypes),
  otherType: createOptionalField(createLineField(maxLengths.otherType)),
  breed: createOptionalField(createLineField(maxLengths.breed)),
  gender: z.enum(genders),
  habit: createOptionalField(z.enum(petHabits)).optional(),
  color: createOptionalField(createLineField(maxLengths.color)),
});
/** Name and type, with which a first pet is created. */
export const firstPetForm = correctionForm.pick({ name: true, type: true });
export type CorrectionForm = z.output<typeof correctionForm>;

/** Fields that an administrator may correct on many pets at once; an empty field is left unchanged. */
export const petCorrection = {
  type: z.enum(petTypes).optional(),
  gender: z.enum(genders).optional(),
  breed: createLineField(maxLengths.breed).optional(),
};
export type PetCorrection = z.output<z.ZodObject<typeof petCorrection>>;

export const onePetForm = z.object({ petId: z.string().max(36) });

export const photoForm = z.object({ ...photoFields, removePhoto: z.boolean().optional() });

export type PetFields = z.input<ReturnType<typeof createPetForm>>;
type ParsedPetForm = z.output<ReturnType<typeof createPetForm>>;

interface Contact {
  name: string;
  phone: string;
  email: string | null;
  relation: string | null;
}

/** Input of the commands: name and type are required. Omitted fields are left unchanged, null clears a field. */
export type PetForm = Pick<ParsedPetForm, "name" | "type"> &
  Partial<Omit<ParsedPetForm, "name" | "type" | "medical" | "vet" | "contacts">> & {
    medical?: Partial<ParsedPetForm["medical"]>;
    vet?: Partial<ParsedPetForm["vet"]>;
    contacts?: (Pick<Contact, "name" | "phone"> & Partial<Contact>)[];
  };
