import { overviewEn } from "#app/features/overview/overview.en.ts";

/** What the dashboards and the account's own data need. */
export const words = { overview: overviewEn };
