import * as z from "zod";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
import { always, refuseField } from "#app/platform/http/forms/across-fields.server.ts";
import { readPhone } from "#app/platform/http/forms/phone-field.server.ts";
import { line, orNull } from "#app/platform/http/forms/text-fields.server.ts";

/** Form to correct the delivery address of an order. */
export const addressForm = z
  .object({
    orderId: z.uuid(),
    /** When the order was last changed as of opening the form, in milliseconds. */
    seen: z.coerce.number().int(),
    country: z.string().length(2),
    fullName: line(maxLengths.fullName).min(1),
    phone: z.string(),
    state: orNull(line(maxLengths.state)),
    city: line(maxLengths.city).min(1),
    address: line(maxLengths.street).min(1),
    landmark: orNull(line(maxLengths.landmark)),
    zipCode: orNull(line(maxLengths.zipCode)),
  })
  .superRefine(({ country, phone }: { country?: string; phone?: string }, context) => {
    if (typeof phone === "string" && !readPhone(phone, country)) refuseField(context, "phone", "errors.phone");
  }, always)
  .transform(({ country, phone, ...form }) => ({ ...form, phone: readPhone(phone, country) ?? phone }));

export type AddressForm = z.output<typeof addressForm>;
