import { overviewAr } from "#app/features/dashboard/dashboard.ar.ts";

/** What the dashboards and the account's own data need. */
export const words = { overview: overviewAr };
