import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
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
} from "./matching-looks.rules.ts";
import { distanceEvidence, distanceKm, roundedPlace, timeEvidence } from "./matching-place-and-time.rules.ts";
import { type MatchInput, type Reason, reason } from "./matching-reason.rules.ts";

export interface Match {
  /** Probability in percent that both are the same animal, as an integer from 0 to 100. */
  score: number;
  /** Whether equal microchips decided, regardless of everything else. */
  decided: boolean;
  /** Reasons for and against, strongest first. */
  reasons: Reason[];
}

/** Minimum score at which both reporters are notified. */
export const alertThreshold = 75;

/** Prior odds in bits: one among some thousand animals of its species that are reported at the same time. */
const priorBits = -10.5;

const dayMs = 86_400_000;
/** Days by which a pet may seem to be found before it was lost, since people confuse dates. */
const toleranceDays = 1;

/**
 * Scores how likely a lost and a found animal are the same. Species must be equal, an equal microchip decides, and the
 * find must not precede the loss by more than a day. Everything else is added up as log-likelihood ratios (naive
 * Bayes), so that unknown values have no effect and each reason has a weight to show. Symmetric.
 */
export function scoreMatch(one: MatchInput, other: MatchInput, now: Date): Match {
  const isReversed = one.kind !== undefined && one.kind !== "lost" && other.kind === "lost";
  const [lost, found] = isReversed ? [other, one] : [one, other];

  const chips = compareChips(lost.microchip, found.microchip);
  if (chips === "same") return { score: 100, decided: true, reasons: [reason("sameMicrochip", 100)] };
  if (chips === "other") return { score: 0, decided: false, reasons: [reason("otherMicrochip", -100)] };
  if (isOtherAnimal(lost, found)) return { score: 0, decided: false, reasons: [reason("otherAnimal", -100)] };

  const [lostAt, foundAt] = [parseTime(lost.at, now), parseTime(found.at, now)];
  const days = lostAt === null || foundAt === null ? null : (foundAt - lostAt) / dayMs;
  if (days !== null && days < -toleranceDays)
    return { score: 0, decided: false, reasons: [reason("foundBeforeLost", -100, { days: Math.ceil(-days) })] };

  const type = lost.type ?? found.type ?? null;
  const km = distanceKm(roundedPlace(lost), roundedPlace(found));
  const reasons = [
    chips === "nearly" ? reason("nearlySameMicrochip", 5) : null,
    days === null ? null : timeEvidence(type, Math.max(0, days)),
    km === null ? areaEvidence(lost, found) : distanceEvidence(type, km, Math.max(0, days ?? typicalDays)),
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
    decided: false,
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

function compareChips(a: string | null | undefined, b: string | null | undefined) {
  const [one, two] = [chipOf(a), chipOf(b)];
  if (!one || !two) return null;
  if (one === two) return "same";
  return isOneTypo(one, two) ? "nearly" : "other";
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
  const at = [...a].flatMap((sign, index) => (sign === b[index] ? [] : [index]));
  if (at.length === 1) return true;
  const [first = 0, second = 0] = at;
  return at.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first];
}
