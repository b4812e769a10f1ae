import { plansAr } from "#app/features/plans/plans.ar.ts";

/** What the plans are called. */
export const words = { plans: plansAr };
