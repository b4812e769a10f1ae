import { siteFrameAr } from "./site-frame.ar.ts";

/** What stands around the pages of the site. */
export const words = { shell: siteFrameAr };
