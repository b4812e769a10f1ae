import { fromUsCents } from "#app/platform/i18n/money.rules.ts";
/** From smallest to largest. */
export const plans = ["basic", "comfort", "rescue-plus"] as const;
export type Plan = (typeof plans)[number];

/** Paid plans, which must be requested; everyone has Basic. */
export const paidPlans = ["comfort", "rescue-plus"] as const;
export type PaidPlan = (typeof paidPlans)[number];

/** Maximum number of pets per plan. Infinity: unlimited. */
export const petLimits: Record<Plan, number> = { basic: 1, comfort: 3, "rescue-plus": Number.POSITIVE_INFINITY };

/** Whether another pet can be added to `count` existing ones. Existing pets above the limit are kept. */
export function canAddPet(plan: Plan, count: number): boolean {
  return count < petLimits[plan];
}

/** Whether a plan is the same as, or larger than, another. */
export function isAtLeast(plan: Plan, other: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf(other);
}

/**
 * Whether the plan includes a push to the owner's devices on each scan. E-mail and inbox are included in every plan.
 */
export function pushesScans(plan: Plan): boolean {
  return isAtLeast(plan, "comfort");
}

/** Whether emergency contacts are notified when the owner does not respond. */
export function hasEscalation(plan: Plan): boolean {
  return isAtLeast(plan, "comfort");
}

/** Whether messages to our team are answered before others. */
export function hasPrioritySupport(plan: Plan): boolean {
  return isAtLeast(plan, "comfort");
}

/** Days after which Rescue Plus replaces a tag for free again, by any tag up to the price in the store's terms. */
export const freeReplacement = { everyDays: 365 } as const;

/** Whether a finder can share their live location with the family. */
export function sharesLive(plan: Plan): boolean {
  return isAtLeast(plan, "rescue-plus");
}

export function replacesFree(plan: Plan): boolean {
  return isAtLeast(plan, "rescue-plus");
}

/** Numbers of months for which a plan can be requested. */
export const lengths = [1, 6, 12] as const;
export type Months = (typeof lengths)[number];

/** Numbers of months for which an administrator can grant a plan. */
export const givenMonths = [1, 3, 6, 12] as const;

/** Price in minor units by plan and number of months. */
export type Prices = Record<PaidPlan, Record<Months, number>>;

/** Returns an installation's initial prices; administrators can change them. */
export function getFirstPrices(): Prices {
  return {
    comfort: { 1: fromUsCents(299), 6: fromUsCents(1499), 12: fromUsCents(2699) },
    "rescue-plus": { 1: fromUsCents(599), 6: fromUsCents(2999), 12: fromUsCents(5399) },
  };
}

/** Maximum price of a plan, in whole units of the currency. */
export const maxPlanPrice = 99_999;

/** Option of the upgrade form. */
export interface Offer {
  plan: PaidPlan;
  months: Months;
  priceCents: number;
}

export function offersOf(prices: Prices): Offer[] {
  return paidPlans.flatMap((plan) => lengths.map((months) => ({ plan, months, priceCents: prices[plan][months] })));
}

/** Returns an offer's key in forms and URLs: `comfort-12`. */
export function offerKey({ plan, months }: { plan: PaidPlan; months: number }): string {
  return `${plan}-${months}`;
}
