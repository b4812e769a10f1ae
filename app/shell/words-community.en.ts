import { moderationEn } from "#app/features/reports/moderation.en.ts";
import { postersEn } from "#app/features/reports/posters.en.ts";
import { reportFormEn } from "#app/features/reports/report-form.en.ts";
import { reportMatchEn } from "#app/features/reports/report-match.en.ts";
import { reportsEn } from "#app/features/reports/reports.en.ts";
import { samePetEn } from "#app/features/reports/same-pet.en.ts";
import { searchPlanEn } from "#app/features/reports/search-plan.en.ts";

/** What lost and found reports need, wherever they are shown. */
export const words = {
  reports: {
    ...reportsEn,
    form: reportFormEn,
    match: reportMatchEn,
    posters: postersEn,
    twins: samePetEn,
    plan: searchPlanEn,
    ...moderationEn,
  },
};
