import type { PetPortrait } from "#app/features/pets/pet-photo.tsx";
import type { Evidence } from "#app/features/scans/scans.rules.ts";

/** One thing that happened, as the owner's first page tells it. */
export interface Activity {
  id: string;
  kind: "scan" | "message" | "report" | "news";
  at: Date;
  /** A sentence in the reader's language. */
  title: string;
  /** More about it, possibly in somebody else's words. */
  note: string | null;
  /** A path of this site where it is read on. */
  link: string;
  pet?: (PetPortrait & { name: string }) | null;
  /** The grade of a scan; undefined for everything else. */
  evidence?: Evidence;
}
