import type { PetType } from "#app/features/pets/pets.rules.ts";
import type { ReportKind } from "../reports.rules.ts";

export const sorts = ["best", "newest", "seen", "nearest"] as const;
export type Sort = (typeof sorts)[number];

export const distances = [2, 5, 10, 25, 50] as const;

/** Query of the board, parsed from its URL. */
export interface ReportQuery {
  text: string;
  kind: ReportKind | null;
  type: PetType | null;
  /** Lists resolved reports instead of open ones. */
  isResolved: boolean;
  /** Centre of the search: the user's position rounded to hundredths of a degree, or a named place. */
  near: { latitude: number; longitude: number } | null;
  /** The place as typed; may be unknown. */
  place: string;
  kilometres: (typeof distances)[number];
  sort: Sort;
  view: "list" | "map";
  after: string | null;
}

/** Returns whether any filter is set. */
export function isFiltered({ text, kind, type, isResolved, near, place }: ReportQuery): boolean {
  return Boolean(text || kind || type || isResolved || near || place);
}
