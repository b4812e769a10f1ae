import type { PetType } from "#app/features/pets/pets.rules.ts";
import { dayMs } from "#app/platform/durations.rules.ts";

const steps = {
  first: ["near", "home", "tag", "ask", "share", "contacts"],
  days: ["posters", "vets", "chip", "again"],
  week: ["wider", "board", "freshPosters", "routine"],
  after: ["keepOn", "visit", "renew"],
} as const;

export type PlanStage = keyof typeof steps;

export const planSteps = [...steps.first, ...steps.days, ...steps.week, ...steps.after] as const;
export type PlanStep = (typeof planSteps)[number];

/** Steps of the first ten minutes, quickest first. */
export const firstSteps = ["share", "posters", "contacts", "vets"] as const satisfies PlanStep[];
export type FirstStep = (typeof firstSteps)[number];

/** Stages of the search plan, each until the end of that day after the pet was last seen. */
export const planStages: readonly { stage: PlanStage; until: number; steps: readonly PlanStep[] }[] = [
  { stage: "first", until: 0, steps: steps.first },
  { stage: "days", until: 3, steps: steps.days },
  { stage: "week", until: 7, steps: steps.week },
  { stage: "after", until: Number.POSITIVE_INFINITY, steps: steps.after },
];

/**
 * Returns the radius in metres within which most animals were found: three of four cats within 500 m (Huang et al.,
 * 2018), two of three pets, mostly dogs, within a mile (Petco Love Lost, 2021). Null for species without a study.
 */
export function searchRadius(type: PetType): number | null {
  if (type === "cat") return 500;
  return type === "dog" ? 1_609 : null;
}

/** Returns the current stage of the search plan. */
export function stageAt(seenAt: Date, now: Date): PlanStage {
  const days = Math.max(0, Math.floor((now.getTime() - seenAt.getTime()) / dayMs));
  return planStages.find(({ until }) => days <= until)?.stage ?? "after";
}

/** Sources of the search plan, by species. */
export const planSources = [
  { source: "huang", animals: ["cat"], url: "https://www.mdpi.com/2076-2615/8/1/5" },
  { source: "lordCats", animals: ["cat"], url: "https://pubmed.ncbi.nlm.nih.gov/17223754/" },
  { source: "lordDogs", animals: ["dog"], url: "https://avmajournals.avma.org/doi/10.2460/javma.230.2.211" },
  { source: "weiss", animals: ["cat", "dog"], url: "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC4494319/" },
  { source: "petco", animals: ["dog", "bird", "other"], url: null },
] as const;
