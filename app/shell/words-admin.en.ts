import { auditEn } from "#app/features/accounts/audit.en.ts";

/** What the pages need that only administrators see. */
export const words = { audit: auditEn };
