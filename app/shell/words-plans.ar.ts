import { upgradesAr } from "#app/features/plans/review/upgrade-review.ar.ts";
import { subscriptionAr } from "#app/features/plans/subscription/subscription.ar.ts";

/** What choosing, paying and reviewing a plan need. */
export const words = { subscription: subscriptionAr, upgrades: upgradesAr };
