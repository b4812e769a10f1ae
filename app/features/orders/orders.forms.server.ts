import * as z from "zod";
import { countryCodes } from "#app/features/accounts/settings/countries.server.ts";
import { shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import { readPhone } from "#app/platform/http/phone-field.server.ts";
import { line, orNull, prose } from "#app/platform/http/text-fields.server.ts";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { homeCountry, isGovernorate } from "./checkout/places.rules.ts";
import { longest, orderStatuses } from "./orders.rules.ts";
import { conditions, returnReasons } from "./returns/returns.rules.ts";

const id = z.uuid();

/** Whole pieces as people type them; anything else is no number. */
const quantity = z
  .string()
  .max(12)
  .transform((text) => {
    const bare = foldDigits(text).trim();
    return /^-?\d+$/.test(bare) ? Number(bare) : Number.NaN;
  });

const attributes = z
  .object({
    color: z.string().max(1000).optional(),
    size: z.string().max(1000).optional(),
    engraving: z.string().max(1000).optional(),
  })
  .default({});

const address = {
  fullName: line(longest.fullName).min(1),
  /** Without a country code it is one of the country that the goods go to. */
  phone: z.string(),
  country: z.string().refine((code) => countryCodes.some((one) => one === code), { error: "checkout.chooseCountry" }),
  governorate: z.string().max(40).optional(),
  state: orNull(line(longest.state)),
  city: line(longest.city).min(1),
  address: line(longest.street).min(1),
  landmark: orNull(line(longest.landmark)),
  zipCode: orNull(line(longest.zipCode)),
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
    /** What the page said it would cost, in US cents: only to notice that it has changed. */
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

/** As a product's page posts it. */
export const addForm = z.object({
  product: id,
  quantity: quantity.default(1),
  ...attributes.unwrap().shape,
});

export const changeLineForm = z.object({ lineId: id, quantity });
export const lineForm = z.object({ lineId: id });

const sentLine = z.object({
  id: z.string().max(100).optional(),
  productId: z.string().max(60),
  quantity: z.number(),
  attributes,
  seenCents: z.number().optional(),
});
/** What lies in a browser may be spoilt: a line that is none is left out, the others count. */
const sentLines = z.array(z.unknown()).transform((lines) =>
  lines.slice(0, 100).flatMap((line) => {
    const read = sentLine.safeParse(line);
    return read.success ? [read.data] : [];
  }),
);

/** What a page's script asks about a cart, as JSON. */
export const cartCall = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("quote"), lines: sentLines }),
  z.object({ intent: z.literal("merge"), key: id, lines: sentLines }),
  z.object({ intent: z.literal("add"), line: sentLine }),
  z.object({ intent: z.literal("change"), lineId: id, quantity: z.number() }),
  z.object({ intent: z.literal("remove"), lineId: id }),
]);

export const cancelForm = z.object({ note: orNull(prose(longest.note)) });

export const returnForm = z.object({
  lineId: id,
  quantity: quantity.refine((count) => Number.isInteger(count) && count > 0, { error: "cart.wholePieces" }),
  reason: z.enum(returnReasons),
  note: orNull(prose(longest.note)),
  photo: z.instanceof(File).optional(),
});

export const reviewForm = z.object({
  lineId: id,
  stars: z.coerce.number().int().min(1).max(5),
  text: prose(2000).optional().default(""),
});

export const moveForm = z.object({
  orderId: id,
  to: z.enum(orderStatuses),
  trackingNumber: orNull(line(longest.tracking)),
  /** Codes of the tags that were packed, by the line they are for. */
  codes: z.record(z.string(), z.string().max(2000)).default({}),
  isDamaged: z.boolean().optional().default(false),
  note: orNull(prose(longest.note)),
});
export type MoveForm = z.output<typeof moveForm>;

export const bulkForm = z.object({
  orderId: z.preprocess(
    (value) => [value ?? []].flat(),
    z.array(id).min(1, { error: "orders.admin.chooseSome" }).max(100),
  ),
  to: z.enum(orderStatuses),
});

export const orderForm = z.object({ orderId: id });
export const trackingForm = z.object({ orderId: id, trackingNumber: orNull(line(longest.tracking)) });

export const decideForm = z.object({
  returnId: id,
  to: z.enum(["approved", "declined"]),
  answer: orNull(prose(longest.note)),
});
export const receiveForm = z.object({ returnId: id, condition: z.enum(conditions) });
export const refundForm = z.object({ returnId: id });
