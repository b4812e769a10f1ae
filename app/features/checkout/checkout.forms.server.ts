import * as z from "zod";
import { shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import { addressFields } from "#app/features/orders/orders.forms.server.ts";
import { countryCodes } from "#app/features/users/countries.server.ts";
import {
  addFieldIssue,
  always,
  createOptionalField,
  findPhoneProblem,
  readPhone,
} from "#app/platform/http/forms/fields.server.ts";
import { homeCountry, isGovernorate } from "#app/platform/map/governorates.ts";

const id = z.uuid();

const address = {
  ...addressFields,
  country: z
    .string()
    .refine((code) => countryCodes.some((countryCode) => countryCode === code), { error: "checkout.chooseCountry" }),
  governorate: z.string().max(40).optional(),
};

interface Place {
  phone: string;
  country: string;
  governorate?: string | undefined;
  state: string | null;
  zipCode: string | null;
}

/**
 * Validates the governorate (Egypt only) and the phone number, which must be valid in the country or include a country
 * code.
 */
function checkPlace(form: Partial<Place>, context: z.core.$RefinementCtx): void {
  if (form.country === homeCountry && !isGovernorate(form.governorate))
    addFieldIssue(context, "governorate", "checkout.chooseGovernorate");
  if (typeof form.phone === "string" && !readPhone(form.phone, form.country))
    addFieldIssue(context, "phone", findPhoneProblem(form.phone, form.country));
}

function normalizePlace<Form extends Place>({ governorate, ...form }: Form): Omit<Form, "governorate"> {
  const withPhone = { ...form, phone: readPhone(form.phone, form.country) ?? form.phone };
  return form.country === homeCountry ? { ...withPhone, state: governorate ?? null, zipCode: null } : withPhone;
}

const chosenByLine = z.record(z.string(), createOptionalField(z.literal("").or(id))).default({});

export const checkoutForm = z
  .object({
    ...address,
    key: id,
    shipping: z.enum(shippingMethods),
    /** Total shown on the page, in minor units; only used to detect that it has changed. */
    seenTotal: z.coerce.number().int().optional(),
    /** The pet that a tag is for, and the tag that it replaces, by cart line id. */
    pets: chosenByLine,
    replaces: chosenByLine,
    keepAddress: z.boolean().optional().default(false),
  })
  .superRefine(checkPlace, always)
  .transform(normalizePlace);

export type CheckoutForm = z.output<typeof checkoutForm>;

export type CheckoutFields = z.input<typeof checkoutForm>;

/** Form for a free replacement tag: choice and address. */
export const freeForm = z
  .object({
    ...address,
    key: id,
    choice: z.string({ error: "checkout.freeTag.chooseOne" }).max(120),
    engraving: z.string().max(1000).optional(),
    keepAddress: z.boolean().optional().default(false),
  })
  .superRefine(checkPlace, always)
  .transform(normalizePlace);

export type FreeForm = z.output<typeof freeForm>;

export type FreeFields = z.input<typeof freeForm>;
