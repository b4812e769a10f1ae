import { overviewAr } from "#app/features/overview/overview.ar.ts";

/** What the dashboards and the account's own data need. */
export const words = { overview: overviewAr };
