import { subscriptionAr } from "#app/features/plans/subscription.ar.ts";
import { upgradesAr } from "#app/features/plans/upgrades.ar.ts";

/** What choosing, paying and reviewing a plan need. */
export const words = { subscription: subscriptionAr, upgrades: upgradesAr };
