import { pagesEn } from "#app/features/pages/pages.en.ts";

/** What the public pages need. */
export const words = { pages: pagesEn };
