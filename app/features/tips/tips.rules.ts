import { ageOn, type PetType } from "#app/features/pets/pets.rules.ts";

export const lifeStages = ["young", "adult", "senior"] as const;
export type LifeStage = (typeof lifeStages)[number];

/** Seasons of Egypt and the Mediterranean, and two that follow the Islamic calendar. */
export const seasons = ["spring", "summer", "autumn", "winter", "ramadan", "holidays"] as const;
export type Season = (typeof seasons)[number];

/** What a tip is about; determines its icon. */
export type TipTopic =
  | "tag"
  | "noise"
  | "night"
  | "air"
  | "vet"
  | "photo"
  | "food"
  | "collar"
  | "car"
  | "heat"
  | "sea"
  | "parasites"
  | "rain"
  | "walk"
  | "firstSteps"
  | "toys"
  | "door"
  | "weight"
  | "age"
  | "fall"
  | "water"
  | "grooming"
  | "plants"
  | "presents"
  | "hands"
  | "home"
  | "smoke"
  | "cold"
  | "feathers"
  | "flight";

/** What a tip applies to. Without stages or seasons it applies to every age or all year. */
export interface TipSubject {
  topic: TipTopic;
  animals: readonly PetType[];
  stages?: readonly LifeStage[];
  seasons?: readonly Season[];
}

export interface Animal {
  name: string;
  type: PetType;
  /** `YYYY-MM-DD`; null when unknown. */
  birthdate: string | null;
}

/** Age in years from which an animal is a senior. */
const seniorAge: Record<PetType, number> = { dog: 8, cat: 10, bird: 10, other: 5 };

/** Returns the life stage on the given day. A pet with an unknown birthdate counts as an adult. */
export function lifeStageOf({ type, birthdate }: Omit<Animal, "name">, today: string): LifeStage {
  const age = birthdate ? ageOn(birthdate, today) : null;
  if (!age) return "adult";
  if (age.years < 1) return "young";
  return age.years >= seniorAge[type] ? "senior" : "adult";
}

const byMonth: readonly Season[] = [
  "winter",
  "winter",
  "spring",
  "spring",
  "spring",
  "summer",
  "summer",
  "summer",
  "summer",
  "autumn",
  "autumn",
  "winter",
];

const islamic = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});

function islamicDay(day: string): { month: number; date: number } {
  const parts = islamic.formatToParts(new Date(`${day}T12:00:00Z`));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { month: read("month"), date: read("day") };
}

/**
 * Returns the seasons of a calendar day. `holidays` covers the two Eids with the days before them, and New Year: loud
 * nights, guests and rich food.
 */
export function seasonsOn(day: string): Season[] {
  const { month, date } = islamicDay(day);
  const isEid = (month === 9 && date >= 27) || (month === 10 && date <= 4) || (month === 12 && date >= 7 && date <= 13);
  const isNewYear = day.slice(5) >= "12-28" || day.slice(5) <= "01-02";
  return [
    byMonth[Number(day.slice(5, 7)) - 1] ?? "spring",
    ...(month === 9 ? (["ramadan"] as const) : []),
    ...(isEid || isNewYear ? (["holidays"] as const) : []),
  ];
}

/** Whether a tip applies to an animal of this type and age. */
export function appliesTo(tip: TipSubject, animal: Omit<Animal, "name">, today: string): boolean {
  return tip.animals.includes(animal.type) && (!tip.stages || tip.stages.includes(lifeStageOf(animal, today)));
}

/**
 * Returns the sort weight of a tip: tips for the user's own pets first, then those in season; those out of season come
 * last.
 */
export function weightOf(tip: TipSubject, ownPetCount: number, currentSeasons: readonly Season[]): number {
  const season = tip.seasons ? (tip.seasons.some((one) => currentSeasons.includes(one)) ? 3 : -4) : 0;
  return (ownPetCount > 0 ? 10 : 0) + season + (ownPetCount > 0 && tip.stages ? 1 : 0);
}
