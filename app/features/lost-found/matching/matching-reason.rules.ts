/** What a report tells of an animal. Whatever is null, missing or empty is unknown, and unknown is no evidence. */
export interface MatchInput {
  /** Only needed where the two may come in either order. */
  kind?: "lost" | "found" | "sighting";
  type?: "dog" | "cat" | "bird" | "other" | null;
  /** Which animal it is when the type is `other`. */
  otherType?: string | null;
  name?: string | null;
  breed?: string | null;
  color?: string | null;
  size?: "small" | "medium" | "large" | null;
  sex?: "male" | "female" | "unknown" | null;
  /** Years, also parts of one. */
  age?: number | null;
  /** Marks, collar, behaviour: what a person would look for. */
  marks?: string | null;
  microchip?: string | null;
  /** When it was lost, or found. */
  at?: Date | string | null;
  latitude?: number | null;
  longitude?: number | null;
  /** The place in words. */
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

/** One reason; its weight is rounded, so that what is shown is what is summed. */
export function reason(code: ReasonCode, weight: number, params: Reason["params"] = {}): Reason {
  return { code, weight: Math.round(weight * 10) / 10, params };
}
