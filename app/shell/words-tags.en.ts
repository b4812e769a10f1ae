import { ladderEn } from "#app/features/scans/ladder.en.ts";
import { scansEn } from "#app/features/scans/scans.en.ts";
import { replacingEn } from "#app/features/tags/replacement/replacement.en.ts";
import { tagsEn } from "#app/features/tags/tags.en.ts";

/** What pages about tags and their scans need. */
export const words = {
  tags: tagsEn,
  replacing: replacingEn,
  scans: scansEn,
  ladder: ladderEn,
};
