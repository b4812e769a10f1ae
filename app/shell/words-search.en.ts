import { postersEn } from "#app/features/reports/posters.en.ts";
import { reportMatchEn } from "#app/features/reports/report-match.en.ts";
import { samePetEn } from "#app/features/reports/same-pet.en.ts";
import { searchPlanEn } from "#app/features/reports/search-plan.en.ts";

/** What the search for one pet needs: its matches, posters and plan. */
export const words = {
  reports: { match: reportMatchEn, posters: postersEn, twins: samePetEn, plan: searchPlanEn },
};
