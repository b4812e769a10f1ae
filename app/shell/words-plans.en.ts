import { plansEn } from "#app/features/plans/plans.en.ts";
import { subscriptionEn } from "#app/features/plans/subscription.en.ts";
import { upgradesEn } from "#app/features/plans/upgrades.en.ts";

/** What choosing, paying and reviewing a plan need. */
export const words = { plans: plansEn, subscription: subscriptionEn, upgrades: upgradesEn };
