import type { PetHabit } from "#app/features/pets/pets.rules.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { type MatchInput, type Reason, reason } from "../matching-reason.rules.ts";
import { cellOf } from "../reports.rules.ts";
import {
  ageEvidence,
  areaEvidence,
  breedEvidence,
  colorEvidence,
  isOtherAnimal,
  marksEvidence,
  nameEvidence,
  sexEvidence,
  sizeEvidence,
} from "./matching-appearance.rules.ts";

export interface Match {
  /** Probability in percent that both are the same animal, as an integer from 0 to 100. */
  score: number;
  /** Whether the microchips are equal, regardless of everything else. */
  isCertain: boolean;
  /** Reasons for and against, strongest first. */
  reasons: Reason[];
}

/** Minimum score of a match that is called likely. */
export const likelyScore = 75;

const oddsOf = (score: number) => score / (100.5 - score);

/** Returns the probability (0 to 1) that a match is right if at most one of the matches with these scores is. */
export function probabilityAmong(score: number, scores: readonly number[]): number {
  return oddsOf(score) / (1 + scores.reduce((sum, one) => sum + oddsOf(one), 0));
}

/**
 * Returns whether both reporters are notified of a match. `ofLost` and `ofFound` are the scores of all matches of the
 * two reports, this one included. A found animal belongs to one family, so its other matches count against this one. A
 * lost animal is often reported by several people: its other matches only count against a match that is not likely by
 * itself. The limits are chosen by measurement (`npm run bench -- matching`).
 */
export function isProbable(score: number, ofLost: readonly number[], ofFound: readonly number[]): boolean {
  if (score >= likelyScore) return probabilityAmong(score, ofFound) >= 0.55;
  return Math.min(probabilityAmong(score, ofLost), probabilityAmong(score, ofFound)) >= 0.58;
}

/** Prior odds in bits: one among some thousand animals of its species that are reported at the same time. */
const priorBits = -10.5;
/** Days by which a pet may seem to be found before it was lost, since people confuse dates. */
const toleranceDays = 1;

type Type = MatchInput["type"];

const earthKm = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

interface Place {
  latitude?: number | null;
  longitude?: number | null;
}

/** Returns the great-circle distance in kilometres (haversine); null if a location is unknown or invalid. */
export function distanceKm(a: Place, b: Place): number | null {
  const [one, two] = [pointOf(a), pointOf(b)];
  if (!one || !two) return null;
  const half = (from: number, to: number) => Math.sin((to - from) / 2) ** 2;
  const h = half(one[0], two[0]) + Math.cos(one[0]) * Math.cos(two[0]) * half(one[1], two[1]);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Rounds a location as it is public (`cellOf`). Anything finer would reveal the exact place of somebody else's report
 * to a reporter who moves their own and watches the matches change.
 */
function roundedPlace({ latitude, longitude }: Place): Place {
  const rounded = (degrees: number | null | undefined) =>
    typeof degrees === "number" ? cellOf(degrees) / 100 : degrees;
  return { latitude: rounded(latitude) ?? null, longitude: rounded(longitude) ?? null };
}

/** Returns latitude and longitude in radians. Also null for 0,0, which devices report without a position. */
function pointOf({ latitude, longitude }: Place): [number, number] | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isPlace ? [radians(latitude), radians(longitude)] : null;
}

interface Quantile {
  km: number;
  share: number;
}

/**
 * How far from home animals are found: `share` of them within `km`. Cats from Huang 2018 (Animals 8(1):5): 75 % within
 * 500 m, of those that stay indoors within 137 m, of those that go out within 1,609 m. Dogs from Petco Love Lost (66 %
 * within a mile): that shy dogs go farther and friendly ones are taken in nearby is known by experience alone (Albrecht
 * 2005), without figures. Birds and others are estimates, as no data is published.
 */
const typicalDistance: Record<"dog" | "cat" | "bird" | "other", Quantile> = {
  cat: { km: 0.5, share: 0.75 },
  dog: { km: 1.6, share: 0.66 },
  bird: { km: 2, share: 0.5 },
  other: { km: 0.5, share: 0.66 },
};
const distanceOfCats: Partial<Record<PetHabit, Quantile>> = {
  indoor: { km: 0.137, share: 0.75 },
  outdoor: { km: 1.609, share: 0.75 },
};

/** Exponent of the heavy tail: a few animals are carried far by car. */
const tail = 0.9;
/** Inaccuracy in km²: of pins and memories, 0.15, and of both locations by their rounding to cells of 1.1 km. */
const vagueness = 0.5;
/** Radius in km of the town over which unrelated animals are assumed to be spread. */
const townKm = 20;
const widensInDays = 12;

const clamp = (bits: number, least: number, most: number) => Math.min(most, Math.max(least, bits));

/**
 * Evidence by distance after a number of days: a two-dimensional heavy-tailed kernel (2Dt, as for seed dispersal) that
 * widens with time, compared with unrelated animals spread evenly over the town.
 */
export function distanceEvidence(type: Type, km: number, days: number, habit?: PetHabit | null): Reason {
  const { km: at, share } = (type === "cat" && habit && distanceOfCats[habit]) || typicalDistance[type ?? "dog"];
  const u = (at ** 2 / ((1 - share) ** (-1 / tail) - 1)) * (1 + days / widensInDays) + vagueness;
  const density = tail / (Math.PI * u * (1 + km ** 2 / u) ** (tail + 1));
  const bits = clamp(Math.log2(density * Math.PI * townKm ** 2), -9, 9);
  return reason(bits > 0 ? "near" : "far", bits, { km: Math.round(km * 10) / 10 });
}

/**
 * Days until a pet is found, as two exponential waiting times: most within days, some after weeks (Lord 2007: median 2
 * days for dogs, 5 for cats). Compared with unrelated reports spread evenly over half a year.
 */
const waiting: Record<"quick" | "slow", Record<"most" | "few" | "share", number>> = {
  quick: { most: 2.2, few: 25, share: 0.75 },
  slow: { most: 5, few: 35, share: 0.65 },
};
const reportedDays = 180;
/** Smaller differences do not count, since dates have no time of day. */
const minDays = 1;

/** Evidence by the number of days between loss and find, from 0. */
export function timeEvidence(type: Type, days: number): Reason {
  const { most, few, share } = waiting[type === "cat" ? "slow" : "quick"];
  const late = Math.max(days, minDays);
  const density = (share / most) * Math.exp(-late / most) + ((1 - share) / few) * Math.exp(-late / few);
  const bits = clamp(Math.log2(density * reportedDays), -5, 5);
  return reason(bits > 0 ? "soonAfter" : "longAfter", bits, { days: Math.round(days) });
}

/**
 * Scores how likely a lost and a found animal are the same. Species must be equal, an equal microchip decides, and the
 * find must not precede the loss by more than a day. Everything else is added up as log-likelihood ratios (naive
 * Bayes), so that unknown values have no effect and each reason has a weight to show. Symmetric.
 */
export function scoreMatch(one: MatchInput, other: MatchInput, now: Date): Match {
  const isReversed = one.kind !== undefined && one.kind !== "lost" && other.kind === "lost";
  const [lost, found] = isReversed ? [other, one] : [one, other];

  const chips = compareChips(lost, found);
  if (chips === "same") return { score: 100, isCertain: true, reasons: [reason("sameMicrochip", 100)] };
  if (chips === "other") return { score: 0, isCertain: false, reasons: [reason("otherMicrochip", -100)] };
  if (isOtherAnimal(lost, found)) return { score: 0, isCertain: false, reasons: [reason("otherAnimal", -100)] };

  const [lostAt, foundAt] = [parseTime(lost.at, now), parseTime(found.at, now)];
  const days = lostAt === null || foundAt === null ? null : (foundAt - lostAt) / dayMs;
  if (days !== null && days < -toleranceDays)
    return { score: 0, isCertain: false, reasons: [reason("foundBeforeLost", -100, { days: Math.ceil(-days) })] };

  const type = lost.type ?? found.type ?? null;
  const km = distanceKm(roundedPlace(lost), roundedPlace(found));
  const reasons = [
    chips === "nearly" ? reason("nearlySameMicrochip", 5) : null,
    days === null ? null : timeEvidence(type, Math.max(0, days)),
    km === null
      ? areaEvidence(lost, found)
      : distanceEvidence(type, km, Math.max(0, days ?? typicalDays), lost.habit ?? found.habit),
    colorEvidence(lost, found),
    breedEvidence(lost, found),
    sexEvidence(lost, found),
    sizeEvidence(lost, found),
    ageEvidence(lost, found),
    marksEvidence(lost, found),
    nameEvidence(lost, found),
  ].filter((one) => one !== null);
  const bits = reasons.reduce((sum, { weight }) => sum + weight, priorBits);
  return {
    score: Math.min(99, Math.round(100 / (1 + 2 ** -bits))),
    isCertain: false,
    reasons: reasons
      .filter(({ weight }) => Math.abs(weight) >= 0.1)
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.code.localeCompare(b.code)),
  };
}

/** Days that a pet is typically missing; used when a date is unknown. */
const typicalDays = 3;

/** Returns the time in milliseconds; null if it is invalid or more than a day ahead. */
function parseTime(at: MatchInput["at"], now: Date): number | null {
  if (at === null || at === undefined || at === "") return null;
  const moment = new Date(at).getTime();
  return Number.isFinite(moment) && moment <= now.getTime() + dayMs ? moment : null;
}

/** ISO 11784 numbers have 15 digits, older ones 9 or 10 characters. */
const minChipLength = 9;

/** Compares the microchips of two animals, of which each may have two; null if one has none. */
function compareChips(a: MatchInput, b: MatchInput) {
  const [ones, others] = [a, b].map(({ microchip, secondMicrochip }) =>
    [chipOf(microchip), chipOf(secondMicrochip)].filter((chip) => chip !== null),
  ) as [string[], string[]];
  if (ones.length === 0 || others.length === 0) return null;
  if (ones.some((one) => others.includes(one))) return "same";
  return ones.some((one) => others.some((other) => isOneTypo(one, other))) ? "nearly" : "other";
}

/**
 * Returns the normalized number; null if it is too short or a placeholder, such as one repeated or ascending digits.
 */
function chipOf(text: string | null | undefined): string | null {
  const chip = foldDigits(text ?? "")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
  const isMadeUp = /^(.)\1*$/.test(chip) || "0123456789012345".includes(chip) || !/\d{4}/.test(chip);
  return chip.length < minChipLength || isMadeUp ? null : chip;
}

/** Returns whether the numbers differ by one character or two swapped neighbours, as happens when copying by hand. */
function isOneTypo(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].flatMap((character, index) => (character === b[index] ? [] : [index]));
  if (at.length === 1) return true;
  const [first = 0, second = 0] = at;
  return at.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first];
}
