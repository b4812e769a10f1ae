import { moderationEn } from "#app/features/reports/moderation.en.ts";
import { reportFormEn } from "#app/features/reports/report-form.en.ts";
import { reportsEn } from "#app/features/reports/reports.en.ts";

/** What lost and found reports need, wherever they are shown. */
export const words = {
  reports: {
    ...reportsEn,
    form: reportFormEn,
    ...moderationEn,
  },
};
