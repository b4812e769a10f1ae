import { moderationAr } from "#app/features/reports/moderation.ar.ts";
import { postersAr } from "#app/features/reports/posters.ar.ts";
import { reportFormAr } from "#app/features/reports/report-form.ar.ts";
import { reportMatchAr } from "#app/features/reports/report-match.ar.ts";
import { reportsAr } from "#app/features/reports/reports.ar.ts";
import { samePetAr } from "#app/features/reports/same-pet.ar.ts";
import { searchPlanAr } from "#app/features/reports/search-plan.ar.ts";

/** What lost and found reports need, wherever they are shown. */
export const words = {
  reports: {
    ...reportsAr,
    form: reportFormAr,
    match: reportMatchAr,
    posters: postersAr,
    twins: samePetAr,
    plan: searchPlanAr,
    ...moderationAr,
  },
};
