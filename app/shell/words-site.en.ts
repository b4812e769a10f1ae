import { siteFrameEn } from "./site-frame.en.ts";

/** What stands around the pages of the site. */
export const words = { shell: siteFrameEn };
