import { postersAr } from "#app/features/reports/posters.ar.ts";
import { reportMatchAr } from "#app/features/reports/report-match.ar.ts";
import { samePetAr } from "#app/features/reports/same-pet.ar.ts";
import { searchPlanAr } from "#app/features/reports/search-plan.ar.ts";

/** What the search for one pet needs: its matches, posters and plan. */
export const words = {
  reports: { match: reportMatchAr, posters: postersAr, twins: samePetAr, plan: searchPlanAr },
};
