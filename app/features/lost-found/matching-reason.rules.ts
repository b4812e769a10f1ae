import type { PetHabit } from "#app/features/pets/pets.rules.ts";

/** What a report says about an animal. Null, missing and empty values are unknown and count as no evidence. */
export interface MatchInput {
  /** Only needed if the two reports may be in either order. */
  kind?: "lost" | "found" | "sighting";
  type?: "dog" | "cat" | "bird" | "other" | null;
  /** Species, for type `other`. */
  otherType?: string | null;
  name?: string | null;
  breed?: string | null;
  color?: string | null;
  size?: "small" | "medium" | "large" | null;
  sex?: "male" | "female" | "unknown" | null;
  /** In years, possibly fractional. */
  age?: number | null;
  /** Marks, collar and behaviour by which a person would recognize it. */
  marks?: string | null;
  /** Whether a cat goes out, and how a dog is with strangers. */
  habit?: PetHabit | null;
  microchip?: string | null;
  /** Of an animal that has two. */
  secondMicrochip?: string | null;
  /** When it was lost or found. */
  at?: Date | string | null;
  latitude?: number | null;
  longitude?: number | null;
  /** Name of the place. */
  area?: string | null;
}

export interface Reason {
  code: ReasonCode;
  /** Evidence in bits: 1 doubles the odds of a match, -1 halves them. */
  weight: number;
  params: Record<string, string | number>;
}

export type ReasonCode =
  | "sameMicrochip"
  | "otherMicrochip"
  | "nearlySameMicrochip"
  | "otherAnimal"
  | "foundBeforeLost"
  | "soonAfter"
  | "longAfter"
  | "near"
  | "far"
  | "sameColor"
  | "similarColor"
  | "otherColor"
  | "sameBreed"
  | "otherBreed"
  | "sameSex"
  | "otherSex"
  | "sameSize"
  | "otherSize"
  | "sameAge"
  | "otherAge"
  | "sharedMarks"
  | "sameArea"
  | "otherArea"
  | "sameName";

/** Creates a reason. The weight is rounded, so that the sum equals what is shown. */
export function reason(code: ReasonCode, weight: number, params: Reason["params"] = {}): Reason {
  return { code, weight: Math.round(weight * 10) / 10, params };
}
