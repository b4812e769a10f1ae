import * as z from "zod";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
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
  .transform(({ country, phone, ...form }, context) => {
    const reached = readPhone(phone, country);
    if (reached) return { ...form, phone: reached };
    context.issues.push({ code: "custom", message: "errors.phone", path: ["phone"], input: phone });
    return z.NEVER;
  });

export type AddressForm = z.output<typeof addressForm>;
