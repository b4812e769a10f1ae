import { isCalendarDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";

export const petTypes = ["dog", "cat", "bird", "other"] as const;
export type PetType = (typeof petTypes)[number];

export const genders = ["male", "female", "unknown"] as const;
export type Gender = (typeof genders)[number];

/** Whether a cat goes out, and how a dog is with strangers: what decides how far each is found from home. */
export const petHabits = ["indoor", "outdoor", "shy", "friendly"] as const;
export type PetHabit = (typeof petHabits)[number];

/** Values that make sense for each kind of animal. */
export const habitsOf: Record<PetType, readonly PetHabit[]> = {
  cat: ["indoor", "outdoor"],
  dog: ["shy", "friendly"],
  bird: [],
  other: [],
};

/** Returns what is known, unless it belongs to another kind of animal, as after a corrected type. */
export function habitOf({ type, habit }: { type: PetType; habit: PetHabit | null }): PetHabit | null {
  return habit && habitsOf[type].includes(habit) ? habit : null;
}

/**
 * Items that an owner can show to or hide from finders. Name and type are always shown; anything not in this list never
 * is.
 */
export const finderItems = [
  "photo",
  "breed",
  "color",
  "age",
  "gender",
  "weight",
  "urgentNeeds",
  "behaviours",
  "notes",
  "diet",
  "medical",
  /** Name and phone number of the vet, only for people who are signed in. */
  "vet",
] as const;
export type FinderItem = (typeof finderItems)[number];

/** Needs to select from a list, so that every finder reads them in their own language. Shown with `urgentNeeds`. */
export const petNeeds = ["medicine", "vet", "noFood", "noChase", "mayBite", "deaf", "blind", "otherAnimals"] as const;
export type PetNeed = (typeof petNeeds)[number];

/** Items shown to finders by default: enough to recognise the pet and treat it well, and nothing about its owner. */
export const shownAtFirst: readonly FinderItem[] = [
  "photo",
  "breed",
  "color",
  "age",
  "urgentNeeds",
  "behaviours",
  "notes",
];

/** Values of the state filter in the administrators' list of pets. */
export const adminPetStates = ["live", "lost", "sameChip", "removed"] as const;
export type AdminPetState = (typeof adminPetStates)[number];

/** Maximum number of characters of each text field in the pet form. */
export const maxLengths = {
  name: 60,
  otherType: 40,
  breed: 60,
  color: 80,
  microchip: 40,
  microchipPlace: 60,
  prose: 1000,
  urgentNeeds: 300,
  bloodType: 20,
  vetName: 80,
  clinicAddress: 200,
  specialization: 80,
  contactName: 80,
  relation: 40,
} as const;

/** Fields of the medical record, texts and calendar days, in display order. */
export const medicalFields = [
  { name: "conditions", kind: "text" },
  { name: "allergies", kind: "text" },
  { name: "medications", kind: "text" },
  { name: "vaccinations", kind: "text" },
  { name: "bloodType", kind: "text" },
  { name: "lastCheckup", kind: "day" },
  { name: "nextCheckup", kind: "day" },
  { name: "medicalNotes", kind: "text" },
] as const;

/** What everybody sees who has the pet's link or scans its tag. Hidden items are null. */
export interface PublicPet {
  id: string;
  name: string;
  type: PetType;
  otherType: string | null;
  breed: string | null;
  gender: Gender | null;
  color: string | null;
  ageYears: number | null;
  /** Whole months beyond `ageYears`; null when only the year of birth is known. */
  ageMonths: number | null;
  weightKg: number | null;
  photoId: string | null;
  photoFocusX: number;
  photoFocusY: number;
  needs: readonly PetNeed[] | null;
  urgentNeeds: string | null;
  behaviours: string | null;
  notes: string | null;
  diet: string | null;
  medical: { conditions: string | null; allergies: string | null; medications: string | null } | null;
  ownerFirstName: string;
  /**
   * E.164; null unless the owner shows it. To be rendered only on the page that a scanned tag opens and for signed-in
   * users.
   */
  finderPhone: string | null;
  /** Since when the pet is lost, and what its owner wants finders to know; null while it is not lost. */
  lost: Lost | null;
}

export interface Lost {
  since: Date;
  /** Null: no reward. Empty: a reward of an amount to be agreed in the conversation. */
  reward: string | null;
  note: string | null;
}

/** Days for which a removed pet can be restored. */
export const keptDays = 30;
export const maxContacts = 5;
export const maxWeightKg = 200;
export const earliestBirth = "1980";

/**
 * Returns a date of birth as it is stored, from what an owner types: `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (ISO 8601), which
 * compare with calendar days as texts; null if it is none. The year comes first or last, and the day before the month
 * when it is last: `17/5/2021`, `5/2021`.
 */
export function readBirthdate(text: string): string | null {
  const parts = text.trim().split(/[\s./\\,،؍-]+/);
  if (parts.at(-1)?.length === 4) parts.reverse();
  if (!/^\d{4}(?: \d{1,2}){0,2}$/.test(parts.join(" "))) return null;
  const date = parts.map((part) => part.padStart(2, "0")).join("-");
  return isCalendarDay(firstDayOf(date)) ? date : null;
}

/** Returns the first day (`YYYY-MM-DD`) on which an animal with this date of birth may have been born. */
export const firstDayOf = (birthdate: string): string => `${birthdate}-01-01`.slice(0, 10);

export interface Age {
  years: number;
  /** Null when only the year of birth is known. */
  months: number | null;
}

/**
 * Returns the age on a calendar day (`YYYY-MM-DD`) in whole years and months, counted from the middle of the month or
 * year of birth when more is not known; null before the birth.
 */
export function ageOn(birthdate: string, today: string): Age | null {
  if (birthdate > today) return null;
  const middle = ({ 4: `${birthdate}-07-01`, 7: `${birthdate}-15` } as Record<number, string>)[birthdate.length];
  const born = middle === undefined ? birthdate : middle < today ? middle : today;
  const [year = 0, month = 0, day = 0] = born.split("-").map(Number);
  const [thisYear = 0, thisMonth = 0, thisDay = 0] = today.split("-").map(Number);
  // A pet born on the 31st turns a month older on the last day of a shorter month.
  const lastDay = new Date(Date.UTC(thisYear, thisMonth, 0)).getUTCDate();
  const isDue = thisDay >= Math.min(day, lastDay);
  const months = (thisYear - year) * 12 + (thisMonth - month) - (isDue ? 0 : 1);
  return { years: Math.floor(months / 12), months: birthdate.length === 4 ? null : months % 12 };
}

/**
 * Returns the microchip number without spaces, signs and the maker's word that is printed beside it (`AVID*012*345*678`,
 * `ISO 982000123456789`), or null when it has no known format: 15 digits (ISO 11784/11785), the older 10 letters and
 * digits, or 9 digits (AVID).
 */
export function microchipNumber(text: string): string | null {
  const bare = text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
  if (/^(\d{15}|[0-9A-Z]{9,10})$/.test(bare)) return bare;
  const short = /^\p{L}{1,20}(\d{15}|\d{9,10})$|^(\d{15}|\d{9,10})\p{L}{1,20}$/u.exec(bare)?.slice(1).find(Boolean);
  // One number of 15 digits beside words with digits of their own: `24PetWatch 982 000 123 456 789`, `ISO 11784/5: …`.
  const [only, ...others] =
    text.replace(/ISO\s*1178[45](\s*\/\s*\d+)?/gi, "").match(/(?<!\d[\s.*-]?)\d(?:[\s.*-]?\d){14}(?![\s.*-]?\d)/g) ??
    [];
  return short ?? (only && others.length === 0 ? only.replace(/\D/g, "") : null);
}

export const healthKinds = ["weight", "vaccination", "checkup", "medication", "illness", "surgery", "note"] as const;
export type HealthKind = (typeof healthKinds)[number];

export const maxHealthLengths = { title: 80, note: 1000 } as const;

/** Maximum number of entries in one pet's timeline. */
export const maxHealthEvents = 2000;
