import { minShownScore } from "#app/features/lost-found/matching/compared-reports.rules.ts";
import { isProbable, scoreMatch } from "#app/features/lost-found/matching/matching.rules.ts";
import type { Figure } from "./figures.ts";
import { type MadeReport, madeNow, makeReports } from "./matching-data.ts";

const minRecall = 0.9;
/** What was told was right in so many cases before cats were asked whether they go out. */
const minPrecision = 0.893;
const minTold = { all: 0.7, cat: 0.72 };
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

interface Pair {
  lost: MadeReport;
  found: MadeReport;
  score: number;
}

/** Returns the pairs that are told, as the reports arrive one after another: later rivals do not count. */
function listTold(shown: readonly Pair[]): Pair[] {
  const arrivals = Map.groupBy(shown, ({ lost, found }) => (lost.at! > found.at! ? lost : found));
  const [ofLost, ofFound] = [new Map<number, number[]>(), new Map<number, number[]>()];
  const add = (scores: Map<number, number[]>, id: number, score: number) =>
    scores.set(id, [...(scores.get(id) ?? []), score]);
  return [...arrivals]
    .sort(([one], [other]) => Number(one.at) - Number(other.at))
    .flatMap(([, pairs]) => {
      for (const { lost, found, score } of pairs) {
        add(ofLost, lost.id, score);
        add(ofFound, found.id, score);
      }
      return pairs.filter(
        ({ lost, found, score }) => score === 100 || isProbable(score, ofLost.get(lost.id)!, ofFound.get(found.id)!),
      );
    });
}

const isRight = ({ lost, found }: Pair) => lost.animal === found.animal;

/** Measures recall and precision of the matching with generated pairs. */
export function measureMatching(count = 10_000, seed = 7): Figure[] {
  const reports = makeReports(count, seed);
  const found = reports.filter(({ kind }) => kind === "found");
  const animalsFound = new Set(found.map(({ animal }) => animal));
  const shown: Pair[] = [];
  const pairs = { all: 0, cat: 0, dog: 0 };
  let among = 0;
  for (const lost of reports.filter(({ kind }) => kind === "lost")) {
    const scored = candidatesOf(lost, found)
      .map((one) => ({ lost, found: one, score: scoreMatch(lost, one, madeNow).score }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    if (animalsFound.has(lost.animal)) {
      pairs.all++;
      pairs[lost.type as "cat" | "dog"]++;
    }
    if (scored.slice(0, 5).some(isRight)) among++;
    shown.push(...scored.filter(({ score }) => score >= minShownScore));
  }
  const told = listTold(shown);
  const right = told.filter(isRight);
  const rightOf = (type: "cat" | "dog") => right.filter(({ lost }) => lost.type === type).length;
  const recall = share(among, pairs.all);
  const precision = share(right.length, told.length);
  const [all, cats, dogs] = [
    share(right.length, pairs.all),
    share(rightOf("cat"), pairs.cat),
    share(rightOf("dog"), pairs.dog),
  ];
  const atLeast = (what: string, measured: number, least: number): Figure => ({
    what,
    measured: percent(measured),
    beside: `≥ ${percent(least)}`,
    isMet: measured >= least,
  });
  return [
    atLeast(
      `Matching: of ${pairs.all} known pairs among ${count} generated reports, counterpart among the first five`,
      recall,
      minRecall,
    ),
    atLeast(`… of ${told.length} notifications in order of arrival, those that were correct`, precision, minPrecision),
    atLeast("… of the pairs, those in which both sides were notified", all, minTold.all),
    atLeast("… of the pairs of cats, half of which stay indoors", cats, minTold.cat),
    { what: "… of the pairs of dogs", measured: percent(dogs), beside: "" },
  ];
}
