import type { PetPortrait } from "#app/features/pets/pet-photo.tsx";
import type { Evidence } from "#app/features/scans/scans.rules.ts";

/** Entry of the activity list on the owner's dashboard. */
export interface Activity {
  id: string;
  kind: "scan" | "message" | "report" | "news";
  at: Date;
  /** Sentence in the user's language. */
  title: string;
  /** Details, possibly user-generated text. */
  note: string | null;
  /** Path on this site to which the entry leads. */
  link: string;
  pet?: (PetPortrait & { name: string }) | null;
  /** Evidence grade of a scan; undefined for other kinds. */
  evidence?: Evidence;
}
