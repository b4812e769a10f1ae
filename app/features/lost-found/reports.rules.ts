import { ageOn, type PetType } from "#app/features/pets/pets.rules.ts";
import { foldForSearch } from "#app/platform/i18n/arabic-fold.rules.ts";

export const reportKinds = ["lost", "found", "sighting"] as const;
export type ReportKind = (typeof reportKinds)[number];

/**
 * `waiting`: a guest has not published it by the mailed link yet, and nobody else sees it. `merged`: it lives on in another one.
 */
export const reportStatuses = ["waiting", "open", "expired", "resolved", "merged"] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** The states by which administrators filter reports. */
export const adminStates = ["all", "flagged", "hidden", ...reportStatuses] as const;
export type AdminState = (typeof adminStates)[number];

const transitions: Record<ReportStatus, readonly ReportStatus[]> = {
  waiting: ["open"],
  open: ["resolved", "expired", "merged"],
  expired: ["open", "resolved", "merged"],
  resolved: ["open"],
  merged: [],
};

/** The statuses that may follow each status. */
export function canBecome(from: ReportStatus, to: ReportStatus): boolean {
  return transitions[from].includes(to);
}

export const colours = [
  "black",
  "white",
  "grey",
  "brown",
  "golden",
  "cream",
  "orange",
  "yellow",
  "green",
  "blue",
] as const;
export type Colour = (typeof colours)[number];

export const sizes = ["small", "medium", "large"] as const;
export const ages = ["baby", "young", "adult", "senior"] as const;
export type AgeGroup = (typeof ages)[number];

/** How it ended: through the tag, through this report, by somebody near, by itself, in a shelter, otherwise. */
export const resolutions = ["report", "tag", "nearby", "itself", "shelter", "other"] as const;
export type Resolution = (typeof resolutions)[number];

export const flagReasons = ["scam", "contact", "wrong", "offensive", "other"] as const;
export type FlagReason = (typeof flagReasons)[number];

/** The outcomes of a complaint. */
export const flagOutcomes = ["dismissed", "corrected", "hidden"] as const;
export type FlagOutcome = (typeof flagOutcomes)[number];

/** Days a report stays public without its reporter saying that it still holds. */
export const lifetime: Record<ReportKind, number> = { lost: 90, found: 30, sighting: 30 };
/** Days before the end at which the reporter is asked. */
export const remindBefore = 7;

export const maxPhotos = 6;

/** The most characters of each text a report takes. */
export const maxLengths = {
  petName: 60,
  otherType: 40,
  breed: 60,
  marks: 300,
  microchip: 40,
  area: 100,
  place: 200,
  prose: 2000,
  reward: 60,
  contactName: 80,
  hiddenMark: 300,
  thanks: 500,
  reason: 500,
} as const;

interface Reported {
  reporterId: string | null;
}

/** Only whoever reported it changes a report, renews it or says that it is over. */
export function canChangeReport(actor: { id: string } | null | undefined, report: Reported): boolean {
  return actor != null && actor.id === report.reporterId;
}

/** A place on the map as hundredths of a degree, some 1.1 km apart: all that is ever shown to others. */
export function cellOf(degrees: number): number {
  return Math.round(degrees * 100);
}

/** The middle of the ocean is where broken phones are, not pets. */
export function isRealPlace(latitude: number, longitude: number): boolean {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return false;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return false;
  return Math.abs(latitude) > 0.01 || Math.abs(longitude) > 0.01;
}

/** Kilometres between two points on the earth (haversine). */
export function kilometresBetween(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180;
  const half = (a: number, b: number) => Math.sin(((b - a) * radians) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians) * half(one.longitude, other.longitude);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** What an owner's free words about a coat say in the colours of the form, in either language. */
const colourWords: Record<Colour, RegExp> = {
  black: /\bblack\b|(?<!\p{L})(ال)?(اسود|سوداء|سودا)(?!\p{L})/u,
  white: /\bwhite\b|(?<!\p{L})(ال)?(ابيض|بيضاء|بيضا)(?!\p{L})/u,
  grey: /\bgr[ae]y\b|(?<!\p{L})(ال)?(رمادي|رماديه|رصاصي)(?!\p{L})/u,
  brown: /\b(brown|chocolate)\b|(?<!\p{L})(ال)?(بني|بنيه|بنيي)(?!\p{L})/u,
  golden: /\bgold(en)?\b|(?<!\p{L})(ال)?(ذهبي|ذهبيه)(?!\p{L})/u,
  cream: /\b(cream|beige)\b|(?<!\p{L})(ال)?(كريمي|بيج)(?!\p{L})/u,
  orange: /\b(orange|ginger)\b|(?<!\p{L})(ال)?(برتقالي|برتقاليه|مشمشي)(?!\p{L})/u,
  yellow: /\byellow\b|(?<!\p{L})(ال)?(اصفر|صفراء|صفرا)(?!\p{L})/u,
  green: /\bgreen\b|(?<!\p{L})(ال)?(اخضر|خضراء|خضرا)(?!\p{L})/u,
  blue: /\bblue\b|(?<!\p{L})(ال)?(ازرق|زرقاء|زرقا)(?!\p{L})/u,
};

/** The colours that a text names, in either language. */
export function coloursIn(text: string | null): Colour[] {
  if (!text) return [];
  const folded = foldForSearch(text);
  return colours.filter((colour) => colourWords[colour].test(folded));
}

/** The age group of an animal born on `birthdate` on the day `today` (`YYYY-MM-DD`); null when it is not known. */
export function ageGroupOf(birthdate: string | null, today: string): AgeGroup | null {
  const age = birthdate ? ageOn(birthdate, today) : null;
  if (!age) return null;
  const months = age.years * 12 + age.months;
  if (months < 6) return "baby";
  if (months < 24) return "young";
  return age.years < 9 ? "adult" : "senior";
}

const contacts = [
  // Begun only where a word begins, so that a long text without an address costs its length and not the square of it.
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?@\s?[\p{L}\p{N}-]+(?:\s?\.\s?[\p{L}\p{N}-]+)+/gu,
  // Eight digits or more, however they are set apart.
  /\+?[\d٠-٩۰-۹](?:[\s().\-_/\\]{0,3}[\d٠-٩۰-۹]){7,}/g,
];

/** The first number or address in a text by which strangers would find its writer; null without one. */
export function findContact(text: string): string | null {
  const found = contacts.flatMap((pattern) => [...text.matchAll(pattern)]);
  return found.toSorted((one, other) => one.index - other.index)[0]?.[0] ?? null;
}

/** Replaces contact details in a text. */
export const cover = "•••";

/** A text for everybody: numbers and addresses by which strangers would find the writer are taken out. */
export function withoutContacts(text: string): string {
  return contacts.reduce((kept, pattern) => kept.replace(pattern, cover), text);
}

export interface Portrayed {
  id: string;
  type: PetType;
  colors: Colour[];
  photos: string[];
}
