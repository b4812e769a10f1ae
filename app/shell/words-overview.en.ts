import { overviewEn } from "#app/features/dashboard/dashboard.en.ts";

/** What the dashboards and the account's own data need. */
export const words = { overview: overviewEn };
