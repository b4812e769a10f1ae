import { upgradesEn } from "#app/features/plans/review/upgrade-review.en.ts";
import { subscriptionEn } from "#app/features/plans/subscription/subscription.en.ts";

/** What choosing, paying and reviewing a plan need. */
export const words = { subscription: subscriptionEn, upgrades: upgradesEn };
