import { type Actor, defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { type ArrivalSpan, arrivalSpan } from "./delivery.rules.ts";
import { type ShippingMethod, shippingDays } from "./shipping.rules.ts";

/** Returns the first and last day on which an order placed now arrives; for visitors, as counted in Cairo. */
export function getDeliveryEstimate(
  ctx: AppContext,
  buyer: Partial<Pick<Actor, "timeZone">> | null,
  shipping: ShippingMethod = "standard",
): ArrivalSpan {
  const today = dayIn(ctx.clock.now(), buyer?.timeZone ?? defaultTimeZone);
  return arrivalSpan(today, shippingDays[shipping], readSiteSettings(ctx).shop.weekend);
}
