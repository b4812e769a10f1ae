import type { MatchInput } from "../matching-reason.rules.ts";
import type { AgeGroup, Colour, ReportKind, ReportStatus } from "../reports.rules.ts";
import { likelyScore } from "./matching.rules.ts";

/**
 * Fields of a report that matching uses. Excludes the hidden mark: what only the owner knows must not affect a score.
 */
export interface ComparedReport {
  kind: ReportKind;
  type: NonNullable<MatchInput["type"]>;
  otherType: string | null;
  petName: string | null;
  breed: string | null;
  colors: readonly Colour[];
  size: NonNullable<MatchInput["size"]> | null;
  gender: NonNullable<MatchInput["sex"]>;
  age: AgeGroup | null;
  habit: NonNullable<MatchInput["habit"]> | null;
  marks: string | null;
  microchip: string | null;
  /** That of the report's pet, if it has two. */
  secondMicrochip: string | null;
  seenAt: Date;
  latitude: number | null;
  longitude: number | null;
  area: string;
}

/**
 * Representative age in years of each group, chosen so that neighbouring groups count as neither similar nor different.
 */
const yearsOf: Record<AgeGroup, number> = { baby: 0.3, young: 1.2, adult: 3.5, senior: 10 };

/** Converts a report to the input of `scoreMatch`. Without coordinates, places are compared by their names. */
export function toMatchInput(report: ComparedReport): MatchInput {
  const { kind, type, otherType, petName, breed, colors, size, gender, age, habit, marks, seenAt } = report;
  const { microchip, secondMicrochip, latitude, longitude, area } = report;
  const appearance = {
    breed,
    color: colors.join(" "),
    size,
    sex: gender,
    age: age && yearsOf[age],
    habit,
    marks,
    microchip,
    secondMicrochip,
  };
  return { kind, type, otherType, name: petName, ...appearance, at: seenAt, latitude, longitude, area };
}

/** Kinds of reports that each kind is compared with. */
export const counterparts: Record<ReportKind, readonly ReportKind[]> = {
  lost: ["found", "sighting"],
  found: ["lost"],
  sighting: ["lost"],
};

/** Minimum score for a match to be shown. */
export const minShownScore = 35;

export const likelihoods = ["certain", "veryLikely", "likely", "possible"] as const;
export type Likelihood = (typeof likelihoods)[number];

/** Returns the likelihood of a match in words; a number would suggest more precision than there is. */
export function likelihoodOf({ score, isCertain }: { score: number; isCertain: boolean }): Likelihood {
  if (isCertain) return "certain";
  if (score >= 92) return "veryLikely";
  return score >= likelyScore ? "likely" : "possible";
}

export interface ReportState {
  status: ReportStatus;
  hiddenAt: Date | null;
  expiresAt: Date;
}

/** Returns whether a report is compared, shown as a match and notified: only public reports are. */
export function isSearching({ status, hiddenAt, expiresAt }: ReportState, now: Date): boolean {
  return status === "open" && hiddenAt === null && expiresAt > now;
}

interface ReporterFields {
  reporterId: string | null;
  guestEmail: string | null;
}

/** Returns whether two reports are by one account, or by guests with the same e-mail address. */
export function isSamePerson(one: ReporterFields, other: ReporterFields): boolean {
  if (one.reporterId || other.reporterId) return one.reporterId === other.reporterId;
  return one.guestEmail !== null && one.guestEmail === other.guestEmail;
}
