import { foldForSearch } from "#app/platform/i18n/arabic-fold.rules.ts";
import type { Described } from "../form/prefill-from-pet.rules.ts";

const nearDays = 3;
const dayMs = 86_400_000;
const folded = (text: string) => foldForSearch(text).trim();

export type Compared = Pick<Described, "kind" | "type" | "petName" | "microchip" | "seenAt" | "area" | "colors"> & {
  petId: string | null;
};

/**
 * Whether two reports of one person look like the same pet reported twice: by microchip, by profile or by name; without
 * a name by the same area within three days and no other colour.
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
