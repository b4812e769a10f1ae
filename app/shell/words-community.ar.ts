import { moderationAr } from "#app/features/reports/moderation.ar.ts";
import { reportFormAr } from "#app/features/reports/report-form.ar.ts";
import { reportsAr } from "#app/features/reports/reports.ar.ts";

/** What lost and found reports need, wherever they are shown. */
export const words = {
  reports: {
    ...reportsAr,
    form: reportFormAr,
    ...moderationAr,
  },
};
