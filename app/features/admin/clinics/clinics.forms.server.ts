import * as z from "zod";
import { maxLengths } from "#app/features/clinics/clinics.rules.ts";
import {
  createLineField,
  createOptionalField,
  createPhoneField,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import { governorates } from "#app/platform/map/governorates.ts";

export const clinicForm = z
  .object({
    version: versionField.optional(),
    nameEn: createLineField(maxLengths.name).min(1),
    nameAr: createLineField(maxLengths.name).min(1),
    governorate: z.enum(governorates, { error: "checkout.chooseGovernorate" }),
    area: createLineField(maxLengths.area).min(1),
    phone: createPhoneField(null, { isCompany: true }),
    whatsapp: createOptionalField(createPhoneField()),
    isAlwaysOpen: z.boolean().optional().default(false),
    hours: createOptionalField(createLineField(maxLengths.hours)),
    isHidden: z.boolean().optional().default(false),
  })
  .transform(({ hours, ...form }) => ({ ...form, hours: form.isAlwaysOpen ? null : hours }));

export type ClinicFields = z.input<typeof clinicForm>;

export const removalForm = z.object({ version: versionField });
