import { ladderAr } from "#app/features/scans/ladder.ar.ts";
import { scansAr } from "#app/features/scans/scans.ar.ts";
import { replacingAr } from "#app/features/tags/replacement/replacement.ar.ts";
import { tagsAr } from "#app/features/tags/tags.ar.ts";

/** What pages about tags and their scans need. */
export const words = {
  tags: tagsAr,
  replacing: replacingAr,
  scans: scansAr,
  ladder: ladderAr,
};
