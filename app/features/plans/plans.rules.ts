import { fromUsCents } from "#app/platform/i18n/money.rules.ts";
/** From the smallest to the largest. */
export const plans = ["basic", "comfort", "rescue-plus"] as const;
export type Plan = (typeof plans)[number];

/** Plans that are asked for and paid; everybody has Basic. */
export const paidPlans = ["comfort", "rescue-plus"] as const;
export type PaidPlan = (typeof paidPlans)[number];

/** How many pets a plan holds. Infinity: as many as there are. */
export const petLimits: Record<Plan, number> = { basic: 1, comfort: 3, "rescue-plus": Number.POSITIVE_INFINITY };

/** Whether another pet fits beside the `count` that are there. Pets above a limit stay; only adding stops. */
export function canAddPet(plan: Plan, count: number): boolean {
  return count < petLimits[plan];
}

/** Whether a plan holds at least what another one does. */
export function isAtLeast(plan: Plan, other: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf(other);
}

/** A push to the owner's devices at the very moment of a scan. The e-mail and the inbox are everybody's. */
export function pushesScans(plan: Plan): boolean {
  return isAtLeast(plan, "comfort");
}

/** Emergency contacts are told when the owner does not answer. */
export function asksContacts(plan: Plan): boolean {
  return isAtLeast(plan, "comfort");
}

/** Rescue Plus replaces each tag for nothing so often, by any tag up to the price of the shop's terms. */
export const freeReplacement = { everyDays: 365 } as const;

/** Whoever found the pet may let the family follow them on the map. */
export function sharesLive(plan: Plan): boolean {
  return isAtLeast(plan, "rescue-plus");
}

export function replacesFree(plan: Plan): boolean {
  return isAtLeast(plan, "rescue-plus");
}

/** For how many months a plan can be asked. */
export const lengths = [1, 6, 12] as const;
export type Months = (typeof lengths)[number];

/** For how many months a plan can be given by hand. */
export const givenMonths = [1, 3, 6, 12] as const;

/** Minor units for each plan and number of months. */
export type Prices = Record<PaidPlan, Record<Months, number>>;

/** What an installation begins with; administrators change it. */
export function getFirstPrices(): Prices {
  return {
    comfort: { 1: fromUsCents(299), 6: fromUsCents(1499), 12: fromUsCents(2699) },
    "rescue-plus": { 1: fromUsCents(599), 6: fromUsCents(2999), 12: fromUsCents(5399) },
  };
}

/** Whole units of the currency that a plan may cost. */
export const maxPlanPrice = 99_999;

/** One choice of the upgrade form. */
export interface Offer {
  plan: PaidPlan;
  months: Months;
  priceCents: number;
}

export function offersOf(prices: Prices): Offer[] {
  return paidPlans.flatMap((plan) => lengths.map((months) => ({ plan, months, priceCents: prices[plan][months] })));
}

/** How an offer is named in forms and addresses: `comfort-12`. */
export function offerKey({ plan, months }: { plan: PaidPlan; months: number }): string {
  return `${plan}-${months}`;
}
