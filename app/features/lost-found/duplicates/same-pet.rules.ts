import { foldForSearch } from "#app/platform/i18n/arabic-fold.rules.ts";
import type { ComparedReport } from "../form/prefill-from-pet.rules.ts";

const nearDays = 3;
const dayMs = 86_400_000;
const folded = (text: string) => foldForSearch(text).trim();

export type Compared = Pick<
  ComparedReport,
  "kind" | "type" | "petName" | "microchip" | "seenAt" | "area" | "colors"
> & {
  petId: string | null;
};

/**
 * Returns whether two reports of one person seem to be about the same pet: by microchip, pet profile or name; without
 * names by the same area, at most three days apart and no conflicting colours.
 */
export function isSamePet(one: Compared, other: Compared): boolean {
  if (one.kind !== other.kind || one.type !== other.type) return false;
  if (one.microchip && other.microchip) return one.microchip === other.microchip;
  if (one.petId && other.petId) return one.petId === other.petId;
  if (one.petName && other.petName) return folded(one.petName) === folded(other.petName);
  const isNear = Math.abs(one.seenAt.getTime() - other.seenAt.getTime()) <= nearDays * dayMs;
  const [left, right] = [one.colors, other.colors];
  const isColored = left.length === 0 || right.length === 0 || left.some((colour) => right.includes(colour));
  return isNear && isColored && folded(one.area) === folded(other.area);
}
