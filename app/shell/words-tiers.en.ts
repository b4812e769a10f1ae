import { plansEn } from "#app/features/plans/plans.en.ts";

/** What the plans are called. */
export const words = { plans: plansEn };
