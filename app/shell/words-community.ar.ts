import { messagesAr } from "#app/features/messages/messages.ar.ts";
import { moderationAr } from "#app/features/reports/moderation.ar.ts";
import { reportFormAr } from "#app/features/reports/report-form.ar.ts";
import { reportsAr } from "#app/features/reports/reports.ar.ts";
import { scanMapAr } from "#app/features/scans/scan-map.ar.ts";

/** What lost and found reports need, wherever they are shown. */
export const words = {
  messages: messagesAr,
  scans: scanMapAr,
  reports: {
    ...reportsAr,
    form: reportFormAr,
    ...moderationAr,
  },
};
