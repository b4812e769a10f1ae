import { type MatchInput, type Reason, type ReasonCode, reason } from "../matching-reason.rules.ts";
import {
  animalWords,
  breedWords,
  colorWords,
  emptyWords,
  markWords,
  mixedBreed,
  nearColors,
  placeWords,
} from "./matching-synonyms.rules.ts";
import { type Reading, type Synonyms, sharedWords, synonymsOf } from "./matching-text.rules.ts";

const colors = synonymsOf(colorWords, emptyWords);
const breeds = synonymsOf(breedWords, emptyWords);
const animals = synonymsOf(animalWords, emptyWords);
const marks = synonymsOf(markWords, emptyWords);
const places = synonymsOf(placeWords, [
  ...emptyWords,
  "street",
  "st",
  "road",
  "شارع",
  "ميدان",
  "حي",
  "مدينة",
  "city",
  "new",
  "square",
]);
const names = synonymsOf([]);

const quote = (text: string | null | undefined) => (text ?? "").slice(0, 60).toWellFormed();

/** Reads both texts with the synonyms; null if either is empty. */
function readBoth(
  synonyms: Synonyms,
  a: string | null | undefined,
  b: string | null | undefined,
): [Reading, Reading] | null {
  const [one, two] = [synonyms.read(a), synonyms.read(b)];
  const isEmpty = ({ meanings, others }: Reading) => meanings.size + others.length === 0;
  return isEmpty(one) || isEmpty(two) ? null : [one, two];
}

/** Returns whether the species rule out a match: a cat is never a dog, and a rabbit never a turtle. */
export function isOtherAnimal(lost: MatchInput, found: MatchInput): boolean {
  if (!lost.type || !found.type) return false;
  if (lost.type !== found.type) return true;
  const both = lost.type === "other" ? readBoth(animals, lost.otherType, found.otherType) : null;
  if (!both) return false;
  const [one, two] = both;
  if (one.meanings.size > 0 && two.meanings.size > 0) return one.meanings.isDisjointFrom(two.meanings);
  return one.meanings.size + two.meanings.size === 0 && sharedWords(one.others, two.others).length === 0;
}

/** Evidence by the share of common colours; neighbouring colours count half. */
export function colorEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const both = readBoth(colors, lost.color, found.color);
  if (!both) return null;
  const params = { lost: quote(lost.color), found: quote(found.color) };
  const [one, two] = both;
  if (one.meanings.size === 0 || two.meanings.size === 0)
    return sharedWords(one.others, two.others).length > 0 ? reason("sameColor", 1.5, params) : null;
  const same = one.meanings.intersection(two.meanings).size;
  const all = one.meanings.union(two.meanings).size;
  const [left, right] = [one.meanings.difference(two.meanings), two.meanings.difference(one.meanings)];
  const near = nearColors.filter(([a, b]) => (left.has(a) && right.has(b)) || (left.has(b) && right.has(a))).length;
  const share = Math.min(1, (same + near / 2) / all);
  if (share === 1) return reason("sameColor", 2 + 0.5 * same, params);
  if (share > 0) return reason("similarColor", -1 + 2.5 * share, params);
  return reason("otherColor", -3, params);
}

/**
 * Evidence by breed. The same breed weighs much, two mixed breeds little, and different ones not too much, since people
 * confuse breeds.
 */
export function breedEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const both = readBoth(breeds, lost.breed, found.breed);
  if (!both) return null;
  const params = { lost: quote(lost.breed), found: quote(found.breed) };
  const [one, two] = both.map(({ meanings, others }) => ({
    others,
    pure: meanings.difference(new Set([mixedBreed])),
    isMixed: meanings.has(mixedBreed),
  })) as [BreedReading, BreedReading];
  if (one.pure.size > 0 && two.pure.size > 0)
    return one.pure.isDisjointFrom(two.pure) ? reason("otherBreed", -2.5, params) : reason("sameBreed", 3.5, params);
  if (one.isMixed && two.isMixed) return reason("sameBreed", 0.8, params);
  if ((one.pure.size > 0 && two.isMixed) || (two.pure.size > 0 && one.isMixed))
    return reason("otherBreed", -1.2, params);
  return sharedWords(one.others, two.others).length > 0 ? reason("sameBreed", 2.5, params) : null;
}

interface BreedReading {
  others: readonly string[];
  pure: Set<string>;
  isMixed: boolean;
}

export function sexEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const known = (sex: MatchInput["sex"]) => sex === "male" || sex === "female";
  if (!known(lost.sex) || !known(found.sex)) return null;
  return lost.sex === found.sex ? reason("sameSex", 0.9) : reason("otherSex", -3);
}

const sizes = ["small", "medium", "large"] as const;

export function sizeEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const [one, two] = [lost, found].map(({ size }) => sizes.indexOf(size as (typeof sizes)[number])) as [number, number];
  if (one < 0 || two < 0) return null;
  const weights: [ReasonCode, number][] = [
    ["sameSize", 1],
    ["otherSize", -0.7],
    ["otherSize", -3.5],
  ];
  return reason(...weights[Math.abs(one - two)]!);
}

/** Evidence by the ratio of ages, since a year is much for a kitten and little for an old dog. */
export function ageEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const known = (age: MatchInput["age"]) => typeof age === "number" && age >= 0 && age < 100;
  if (!known(lost.age) || !known(found.age)) return null;
  const apart = Math.abs(Math.log((lost.age! + 0.75) / (found.age! + 0.75)));
  if (apart < 0.35) return reason("sameAge", 1.2);
  return apart < 0.8 ? null : reason("otherAge", apart < 1.3 ? -1.2 : -3);
}

/**
 * Evidence by marks that both sides describe. Marks that only one side mentions do not count, since descriptions are
 * incomplete.
 */
export function marksEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const both = readBoth(marks, lost.marks, found.marks);
  if (!both) return null;
  const [one, two] = both;
  const meant = [...one.meanings.intersection(two.meanings)];
  const written = sharedWords(one.others, two.others);
  const bits = Math.min(4, meant.length * 0.9 + written.length * 0.8);
  return bits === 0
    ? null
    : reason("sharedMarks", bits, { words: [...meant, ...written].slice(0, 5).sort().join(", ") });
}

/** Evidence by place name; used only if a side has no coordinates. */
export function areaEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const both = readBoth(places, lost.area, found.area);
  if (!both) return null;
  const params = { lost: quote(lost.area), found: quote(found.area) };
  const [one, two] = both;
  const shared = one.meanings.intersection(two.meanings).size + sharedWords(one.others, two.others).length;
  if (shared > 0) return reason("sameArea", Math.min(5, 2.5 * shared), params);
  return one.meanings.size > 0 && two.meanings.size > 0 ? reason("otherArea", -2.5, params) : null;
}

/**
 * Evidence by name. A finder knows the name only from a tag, so an equal name weighs much and a different one nothing.
 */
export function nameEvidence(lost: MatchInput, found: MatchInput): Reason | null {
  const both = readBoth(names, lost.name, found.name);
  if (!both) return null;
  return sharedWords(both[0].others, both[1].others).length > 0
    ? reason("sameName", 4, { lost: quote(lost.name), found: quote(found.name) })
    : null;
}
