import { subscriptionEn } from "#app/features/plans/subscription.en.ts";
import { upgradesEn } from "#app/features/plans/upgrades.en.ts";

/** What choosing, paying and reviewing a plan need. */
export const words = { subscription: subscriptionEn, upgrades: upgradesEn };
