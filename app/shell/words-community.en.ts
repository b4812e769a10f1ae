import { messagesEn } from "#app/features/messages/messages.en.ts";
import { moderationEn } from "#app/features/reports/moderation.en.ts";
import { reportFormEn } from "#app/features/reports/report-form.en.ts";
import { reportsEn } from "#app/features/reports/reports.en.ts";
import { scanMapEn } from "#app/features/scans/scan-map.en.ts";

/** What lost and found reports need, wherever they are shown. */
export const words = {
  messages: messagesEn,
  scans: scanMapEn,
  reports: {
    ...reportsEn,
    form: reportFormEn,
    ...moderationEn,
  },
};
