import { plansAr } from "#app/features/plans/plans.ar.ts";
import { subscriptionAr } from "#app/features/plans/subscription.ar.ts";
import { upgradesAr } from "#app/features/plans/upgrades.ar.ts";

/** What choosing, paying and reviewing a plan need. */
export const words = { plans: plansAr, subscription: subscriptionAr, upgrades: upgradesAr };
