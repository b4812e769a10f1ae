import type { PetType } from "#app/features/pets/pets.rules.ts";
import type { ReportKind } from "../reports.rules.ts";

export const sorts = ["best", "newest", "seen", "nearest"] as const;
export type Sort = (typeof sorts)[number];

export const distances = [2, 5, 10, 25, 50] as const;

/** What the reader of the list asks for; all of it stands in the address. */
export interface ReportQuery {
  text: string;
  kind: ReportKind | null;
  type: PetType | null;
  /** Those that are over, instead of those that are open. */
  isResolved: boolean;
  /** Near what: a position rounded to hundredths of a degree, or a place by its name. */
  near: { latitude: number; longitude: number } | null;
  /** The place as it was typed; it may be one that is not known here. */
  place: string;
  kilometres: (typeof distances)[number];
  sort: Sort;
  view: "list" | "map";
  after: string | null;
}

/** Whether anything narrows the list down. */
export function isFiltered({ text, kind, type, isResolved, near, place }: ReportQuery): boolean {
  return Boolean(text || kind || type || isResolved || near || place);
}
