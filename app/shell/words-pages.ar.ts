import { pagesAr } from "#app/features/pages/pages.ar.ts";

/** What the public pages need. */
export const words = { pages: pagesAr };
