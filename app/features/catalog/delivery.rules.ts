import { getShopTerms } from "#app/platform/i18n/money.rules.ts";
import type { ShippingMethod } from "./shipping.rules.ts";

/** Returns the shipping cost in minor units. */
export function shippingCostOf(method: ShippingMethod, subtotalCents: number): number {
  const { shippingCents, freeShippingAboveCents } = getShopTerms();
  return method === "standard" && subtotalCents > freeShippingAboveCents ? 0 : shippingCents[method];
}

/** ISO weekdays: 1 is Monday, 7 is Sunday. */
export type Weekend = readonly number[];

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

/** First and last day on which a parcel is expected. */
export interface ArrivalSpan {
  from: Day;
  to: Day;
}

const asDate = (day: Day) => new Date(`${day}T12:00:00Z`);

function isWeekend(day: Date, weekend: Weekend): boolean {
  return weekend.includes(day.getUTCDay() || 7);
}

/** Returns the day that is `count` business days after `day`, not counting `day` itself. */
export function addBusinessDays(day: Day, count: number, weekend: Weekend): Day {
  const date = asDate(day);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (!isWeekend(date, weekend)) left--;
  }
  return date.toISOString().slice(0, 10);
}

/** Returns the first and last expected delivery day of a parcel ordered on `day`. */
export function arrivalSpan(day: Day, [first, last]: readonly [number, number], weekend: Weekend): ArrivalSpan {
  return { from: addBusinessDays(day, first, weekend), to: addBusinessDays(day, last, weekend) };
}
