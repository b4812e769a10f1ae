import { habitOf, type PetHabit, type PetType } from "#app/features/pets/pets.rules.ts";
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

/** Kinds of animals that the plan has words of its own for. */
export const planAnimals = ["cat", "catIndoor", "catOutdoor", "dog", "dogShy", "dogFriendly", "bird", "other"] as const;
export type PlanAnimal = (typeof planAnimals)[number];

const habits = { indoor: "catIndoor", outdoor: "catOutdoor", shy: "dogShy", friendly: "dogFriendly" } as const;

/** Returns which words of the plan an animal needs. */
export function planAnimalOf(animal: { type: PetType; habit: PetHabit | null }): PlanAnimal {
  const habit = habitOf(animal);
  return habit ? habits[habit] : animal.type;
}

/**
 * Radius in metres within which most animals were found: three of four cats within 500 m, of those that stay indoors
 * within 137 m, of those that go out within 1,609 m (Huang et al., 2018); two of three pets, mostly dogs, within a mile
 * (Petco Love Lost, 2021). Dogs by temperament were not counted. Null for species without a study.
 */
export const searchRadius: Record<PlanAnimal, number | null> = {
  cat: 500,
  catIndoor: 137,
  catOutdoor: 1_609,
  dog: 1_609,
  dogShy: 1_609,
  dogFriendly: 1_609,
  bird: null,
  other: null,
};

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
  {
    source: "albrecht",
    animals: ["dog"],
    url: "https://journal.iaabcfoundation.org/what-we-need-to-learn-about-missing-dogs/",
  },
  { source: "petco", animals: ["dog", "bird", "other"], url: null },
] as const;
