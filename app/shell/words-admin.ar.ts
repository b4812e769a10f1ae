import { auditAr } from "#app/features/accounts/audit.ar.ts";

/** What the pages need that only administrators see. */
export const words = { audit: auditAr };
