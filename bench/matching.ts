import { alertThreshold, scoreMatch } from "#app/features/lost-found/matching/matching.rules.ts";
import type { Figure } from "./figures.ts";
import { type MadeReport, madeNow, makeReports } from "./matching-data.ts";

const minRecall = 0.9;
const minPrecision = 0.8;
const degrees = 0.35;

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const percent = (part: number) => `${(part * 100).toFixed(1)} %`;

/** Returns the candidates that the database would select: same species, and near enough or without coordinates. */
function candidatesOf(lost: MadeReport, found: MadeReport[]): MadeReport[] {
  return found.filter(
    (one) =>
      one.type === lost.type &&
      (one.latitude === null ||
        lost.latitude === null ||
        (Math.abs(one.latitude - lost.latitude) < degrees && Math.abs(one.longitude! - lost.longitude!) < degrees)),
  );
}

/** Measures recall and precision of the matching with generated pairs. */
export function measureMatching(count = 10_000): Figure[] {
  const reports = makeReports(count);
  const found = reports.filter(({ kind }) => kind === "found");
  const animalsFound = new Set(found.map(({ animal }) => animal));
  let [pairs, among, notifications, right, notified] = [0, 0, 0, 0, 0];
  for (const lost of reports.filter(({ kind }) => kind === "lost")) {
    const scored = candidatesOf(lost, found)
      .map((one) => ({ one, score: scoreMatch(lost, one, madeNow).score }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const isPair = animalsFound.has(lost.animal);
    if (isPair) pairs++;
    if (scored.slice(0, 5).some(({ one }) => one.animal === lost.animal)) among++;
    const alerted = scored.filter(({ score }) => score >= alertThreshold);
    notifications += alerted.length;
    const hits = alerted.filter(({ one }) => one.animal === lost.animal).length;
    right += hits;
    notified += Math.min(1, hits);
  }
  const [recall, precision] = [share(among, pairs), share(right, notifications)];
  return [
    {
      what: `Matching: of ${pairs} known pairs among ${count} generated reports, counterpart among the first five`,
      measured: percent(recall),
      beside: `≥ ${percent(minRecall)}`,
      isMet: recall >= minRecall,
    },
    {
      what: `… of ${notifications} notifications at a score of ${alertThreshold} or more, those that were correct`,
      measured: percent(precision),
      beside: `≥ ${percent(minPrecision)}`,
      isMet: precision >= minPrecision,
    },
    {
      what: "… of the pairs, those in which both sides were notified",
      measured: percent(share(notified, pairs)),
      beside: "",
    },
  ];
}
