import * as z from "zod";
import { shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
import { homeCountry, isGovernorate } from "#app/features/orders/places.rules.ts";
import { countryCodes } from "#app/features/users/countries.server.ts";
import { readPhone } from "#app/platform/http/forms/phone-field.server.ts";
import { line, orNull } from "#app/platform/http/forms/text-fields.server.ts";

const id = z.uuid();

const address = {
  fullName: line(maxLengths.fullName).min(1),
  /** Without a country code it is one of the country that the goods go to. */
  phone: z.string(),
  country: z.string().refine((code) => countryCodes.some((one) => one === code), { error: "checkout.chooseCountry" }),
  governorate: z.string().max(40).optional(),
  state: orNull(line(maxLengths.state)),
  city: line(maxLengths.city).min(1),
  address: line(maxLengths.street).min(1),
  landmark: orNull(line(maxLengths.landmark)),
  zipCode: orNull(line(maxLengths.zipCode)),
};

interface Place {
  phone: string;
  country: string;
  governorate?: string | undefined;
  state: string | null;
  zipCode: string | null;
}

/** In Egypt a governorate is chosen, elsewhere the state is written; the phone rings in the country or says its own. */
function checkPlace(form: Partial<Place>, context: z.core.$RefinementCtx): void {
  if (form.country === homeCountry && !isGovernorate(form.governorate))
    context.addIssue({ code: "custom", message: "checkout.chooseGovernorate", path: ["governorate"] });
  if (typeof form.phone === "string" && !readPhone(form.phone, form.country))
    context.addIssue({ code: "custom", message: "errors.phone", path: ["phone"] });
}

/** It runs beside other mistakes too, so that everything is told at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

function placed<Form extends Place>({ governorate, ...form }: Form): Omit<Form, "governorate"> {
  const reached = { ...form, phone: readPhone(form.phone, form.country) ?? form.phone };
  return form.country === homeCountry ? { ...reached, state: governorate ?? null, zipCode: null } : reached;
}

const chosenByLine = z.record(z.string(), orNull(z.literal("").or(id))).default({});

export const checkoutForm = z
  .object({
    ...address,
    key: id,
    shipping: z.enum(shippingMethods),
    /** What the page said it would cost, in minor units: only to notice that it has changed. */
    seenTotal: z.coerce.number().int().optional(),
    /** The pet that a tag is for, and the tag that it replaces, by the id of its line in the cart. */
    pets: chosenByLine,
    replaces: chosenByLine,
    keepAddress: z.boolean().optional().default(false),
  })
  .superRefine(checkPlace, always)
  .transform(placed);

export type CheckoutForm = z.output<typeof checkoutForm>;

export type CheckoutFields = z.input<typeof checkoutForm>;

/** A free tag in place of another: which one, and where to. */
export const freeForm = z
  .object({
    ...address,
    key: id,
    choice: z.string({ error: "checkout.freeTag.chooseOne" }).max(120),
    engraving: z.string().max(1000).optional(),
    keepAddress: z.boolean().optional().default(false),
  })
  .superRefine(checkPlace, always)
  .transform(placed);

export type FreeForm = z.output<typeof freeForm>;

export type FreeFields = z.input<typeof freeForm>;
