export const petTypes = ["dog", "cat", "bird", "other"] as const;
export type PetType = (typeof petTypes)[number];

export const genders = ["male", "female", "unknown"] as const;
export type Gender = (typeof genders)[number];

/** What an owner may show to a finder or keep. Name and type are always shown; what is not in this list never is. */
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
] as const;
export type FinderItem = (typeof finderItems)[number];

/** What an owner picks from a list, so that every finder reads it in their own language. Shown with `urgentNeeds`. */
export const petNeeds = ["medicine", "vet", "noFood", "noChase", "mayBite", "deaf", "blind", "otherAnimals"] as const;
export type PetNeed = (typeof petNeeds)[number];

/** Enough to know the pet again and to treat it well, and nothing that tells of its owner. */
export const shownAtFirst: readonly FinderItem[] = [
  "photo",
  "breed",
  "color",
  "age",
  "urgentNeeds",
  "behaviours",
  "notes",
];

/** What narrows the administrators' list. */
export const adminPetStates = ["live", "lost", "removed"] as const;
export type AdminPetState = (typeof adminPetStates)[number];

interface Owned {
  ownerId: string;
}

/** Only the owner changes a pet. */
export function canChangePet(actor: { id: string } | null | undefined, pet: Owned): boolean {
  return actor?.id === pet.ownerId;
}

/** The most characters of each text a pet's form takes. */
export const maxLengths = {
  name: 60,
  otherType: 40,
  breed: 60,
  color: 80,
  microchip: 40,
  prose: 1000,
  urgentNeeds: 300,
  bloodType: 20,
  vetName: 80,
  clinicAddress: 200,
  specialization: 80,
  contactName: 80,
  relation: 40,
} as const;

/** The fields of a medical record in the order in which they are read, texts and calendar days. */
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

/** What everybody may see who has the pet's link or scans its tag. What the owner hides is null. */
export interface PublicPet {
  id: string;
  name: string;
  type: PetType;
  otherType: string | null;
  breed: string | null;
  gender: Gender | null;
  color: string | null;
  ageYears: number | null;
  /** The whole months beyond `ageYears`. */
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
  /** E.164, only when the owner switched it on. It belongs on the page that a scanned tag opens, nowhere else. */
  finderPhone: string | null;
  /** Since when it is lost, and what its family wants a finder to know; null while it is at home. */
  lost: Lost | null;
}

export interface Lost {
  since: Date;
  /** Null: no reward. Empty: there is one, and how much is told in the conversation. */
  reward: string | null;
  note: string | null;
}

/** Days for which a removed pet can be brought back. */
export const keptDays = 30;
export const maxContacts = 5;
export const maxWeightKg = 200;
export const earliestBirth = "1980-01-01";

export interface Age {
  years: number;
  months: number;
}

/** Whole years and the whole months beyond them between two calendar days (`YYYY-MM-DD`); null before the birth. */
export function ageOn(birthdate: string, today: string): Age | null {
  if (birthdate > today) return null;
  const [year = 0, month = 0, day = 0] = birthdate.split("-").map(Number);
  const [thisYear = 0, thisMonth = 0, thisDay = 0] = today.split("-").map(Number);
  // Who was born on the 31st is a month older on the last day of a shorter month.
  const lastDay = new Date(Date.UTC(thisYear, thisMonth, 0)).getUTCDate();
  const isDue = thisDay >= Math.min(day, lastDay);
  const months = (thisYear - year) * 12 + (thisMonth - month) - (isDue ? 0 : 1);
  return { years: Math.floor(months / 12), months: months % 12 };
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (`YYYY-MM-DD`) that a moment falls on in a time zone. */
export function dayIn(moment: Date, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    dayFormats.set(timeZone, format);
  }
  return format.format(moment);
}

/**
 * The microchip's number without spaces and hyphens when it has one of the shapes in use, otherwise null: 15 digits
 * (ISO 11784/11785), or the older 10 letters and digits, or 9 of them (a 9-digit AVID).
 */
export function microchipNumber(text: string): string | null {
  const bare = text.replace(/[\s\-.*]/g, "").toUpperCase();
  return /^(\d{15}|[0-9A-Z]{9,10})$/.test(bare) ? bare : null;
}
