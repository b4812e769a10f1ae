import { alertThreshold } from "../matching/matching.rules.ts";
import type { MatchInput } from "../matching/matching-reason.rules.ts";
import type { AgeGroup, Colour, ReportKind, ReportStatus } from "../reports.rules.ts";

/** What matching reads of a report. The hidden mark is not among it: what only the owner knows must not show in a score. */
export interface Described {
  kind: ReportKind;
  type: NonNullable<MatchInput["type"]>;
  otherType: string | null;
  petName: string | null;
  breed: string | null;
  colors: readonly Colour[];
  size: NonNullable<MatchInput["size"]> | null;
  gender: NonNullable<MatchInput["sex"]>;
  age: AgeGroup | null;
  marks: string | null;
  microchip: string | null;
  seenAt: Date;
  latitude: number | null;
  longitude: number | null;
  area: string;
}

/** Years in the middle of each group, so that neighbours tell nothing and those farther apart do. */
const yearsOf: Record<AgeGroup, number> = { baby: 0.3, young: 1.2, adult: 3.5, senior: 10 };

/** A report as `scoreMatch` compares it; a place without a pin is compared by its words. */
export function toMatchInput(report: Described): MatchInput {
  const { kind, type, otherType, petName, breed, colors, size, gender, age, marks, microchip, seenAt } = report;
  const { latitude, longitude, area } = report;
  const looks = { breed, color: colors.join(" "), size, sex: gender, age: age && yearsOf[age], marks, microchip };
  return { kind, type, otherType, name: petName, ...looks, at: seenAt, latitude, longitude, area };
}

/** What a report of that kind is compared with. */
export const counterparts: Record<ReportKind, readonly ReportKind[]> = {
  lost: ["found", "sighting"],
  found: ["lost"],
  sighting: ["lost"],
};

/** The lowest score at which a match is shown. */
export const minShownScore = 35;

export const likelihoods = ["certain", "veryLikely", "likely", "possible"] as const;
export type Likelihood = (typeof likelihoods)[number];

/** A score in a word: a number would promise more than is known. */
export function likelihoodOf({ score, decided }: { score: number; decided: boolean }): Likelihood {
  if (decided) return "certain";
  if (score >= 92) return "veryLikely";
  return score >= alertThreshold ? "likely" : "possible";
}

export interface Standing {
  status: ReportStatus;
  hiddenAt: Date | null;
  expiresAt: Date;
}

/** Only what is on the pages now is compared, shown as a match and told of. */
export function isSearching({ status, hiddenAt, expiresAt }: Standing, now: Date): boolean {
  return status === "open" && hiddenAt === null && expiresAt > now;
}

interface Reported {
  reporterId: string | null;
  guestEmail: string | null;
}

/** Two reports of one account, or of guests with one address. */
export function isSamePerson(one: Reported, other: Reported): boolean {
  if (one.reporterId || other.reporterId) return one.reporterId === other.reporterId;
  return one.guestEmail !== null && one.guestEmail === other.guestEmail;
}
