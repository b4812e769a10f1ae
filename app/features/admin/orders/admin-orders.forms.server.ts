import * as z from "zod";
import { longest } from "#app/features/orders/orders.rules.ts";
import { readPhone } from "#app/platform/http/forms/phone-field.server.ts";
import { line, orNull } from "#app/platform/http/forms/text-fields.server.ts";

/** Where a parcel goes, as an administrator corrects it. */
export const addressForm = z
  .object({
    orderId: z.uuid(),
    /** When the order was changed last, in milliseconds, as the form was opened. */
    seen: z.coerce.number().int(),
    country: z.string().length(2),
    fullName: line(longest.fullName).min(1),
    phone: z.string(),
    state: orNull(line(longest.state)),
    city: line(longest.city).min(1),
    address: line(longest.street).min(1),
    landmark: orNull(line(longest.landmark)),
    zipCode: orNull(line(longest.zipCode)),
  })
  .transform(({ country, phone, ...form }, context) => {
    const reached = readPhone(phone, country);
    if (reached) return { ...form, phone: reached };
    context.issues.push({ code: "custom", message: "errors.phone", path: ["phone"], input: phone });
    return z.NEVER;
  });

export type AddressForm = z.output<typeof addressForm>;
