import * as z from "zod";
import { quantity } from "#app/features/cart/cart.forms.server.ts";
import { createLineField, createOptionalField, createTextField } from "#app/platform/http/forms/fields.server.ts";
import { cancelReasons, deliveryWindows, maxLengths, orderStatuses } from "./orders.rules.ts";
import { conditions, returnReasons } from "./returns.rules.ts";

const id = z.uuid();

/** Fields of a delivery address. A phone number without a country code is one of the country. */
export const addressFields = {
  fullName: createLineField(maxLengths.fullName).min(1),
  phone: z.string(),
  country: z.string().length(2),
  state: createOptionalField(createLineField(maxLengths.state)),
  city: createLineField(maxLengths.city).min(1),
  address: createLineField(maxLengths.street).min(1),
  landmark: createOptionalField(createLineField(maxLengths.landmark)),
  zipCode: createOptionalField(createLineField(maxLengths.zipCode)),
};

export const cancelForm = z.object({ note: createOptionalField(createTextField(maxLengths.note)) });

/** Form to confirm an order. */
export const confirmForm = z.object({
  landmark: createOptionalField(createLineField(maxLengths.landmark)),
  deliveryWindow: z
    .union([z.enum(deliveryWindows), z.literal("")])
    .optional()
    .transform((value) => value || null),
});

export type ConfirmForm = z.output<typeof confirmForm>;

export const returnForm = z.object({
  lineId: id,
  quantity: quantity.refine((count) => Number.isInteger(count) && count > 0, { error: "cart.wholePieces" }),
  reason: z.enum(returnReasons),
  note: createOptionalField(createTextField(maxLengths.note)),
  photo: z.instanceof(File).optional(),
});

export const reviewForm = z.object({
  lineId: id,
  stars: z.coerce.number().int().min(1).max(5),
  text: createTextField(2000).optional().default(""),
});

export const moveForm = z.object({
  orderId: id,
  to: z.enum(orderStatuses),
  trackingNumber: createOptionalField(createLineField(maxLengths.tracking)),
  /** Codes of the packed tags by line id. */
  codes: z.record(z.string(), z.string().max(2000)).default({}),
  isDamaged: z.boolean().optional().default(false),
  note: createOptionalField(createTextField(maxLengths.note)),
  cancelReason: z.enum(cancelReasons).optional(),
});

export type MoveForm = z.output<typeof moveForm>;

/** Form to ship several orders: tracking numbers by order, tag codes by line, and pasted text for empty fields. */
export const shipForm = z.object({
  ids: z.preprocess((value) => [value ?? []].flat(), z.array(id).min(1, { error: "bulk.chooseSome" }).max(100)),
  tracking: z.record(z.string(), createOptionalField(createLineField(maxLengths.tracking))).default({}),
  codes: z.record(z.string(), z.string().max(2000)).default({}),
  pasted: z.string().max(100_000).optional().default(""),
});

export const orderForm = z.object({ orderId: id });

export const trackingForm = z.object({
  orderId: id,
  trackingNumber: createOptionalField(createLineField(maxLengths.tracking)),
});

export const decideForm = z.object({
  returnId: id,
  /** The status in which the page showed the return. */
  from: z.enum(["requested", "approved", "declined"]).default("requested"),
  to: z.enum(["approved", "declined"]),
  answer: createOptionalField(createTextField(maxLengths.note)),
});

export const receiveForm = z.object({ returnId: id, condition: z.enum(conditions) });

export const refundForm = z.object({ returnId: id });

/** Why the cash of an order will never be collected. */
export const writeOffForm = z.object({ orderId: id, note: createTextField(maxLengths.note).min(1) });

/** A courier's settlement file; with `trial` it is only compared. */
export const settlementForm = z
  .object({
    file: z.file({ error: "form.required" }).min(1, { error: "form.required" }),
    trial: z.literal("1").optional(),
  })
  .transform(({ file, trial }) => ({ file, isTrial: trial === "1" }));
