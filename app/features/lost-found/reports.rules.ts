import { ageOn, type PetType } from "#app/features/pets/pets.rules.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";

export const reportKinds = ["lost", "found", "sighting"] as const;
export type ReportKind = (typeof reportKinds)[number];

/**
 * `waiting`: not yet confirmed by a guest through the e-mailed link, and not public. `merged`: continued in another
 * report.
 */
export const reportStatuses = ["waiting", "open", "expired", "resolved", "merged"] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** States by which administrators filter reports. */
export const adminStates = ["all", "flagged", "hidden", ...reportStatuses] as const;
export type AdminState = (typeof adminStates)[number];

const transitions: Record<ReportStatus, readonly ReportStatus[]> = {
  waiting: ["open"],
  open: ["resolved", "expired", "merged"],
  expired: ["open", "resolved", "merged"],
  resolved: ["open"],
  merged: [],
};

/** Returns whether a report's status may change from one to the other. */
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

/** How a report was resolved: through the report, the tag, somebody nearby, by itself, in a shelter, or otherwise. */
export const resolutions = ["report", "tag", "nearby", "itself", "shelter", "other"] as const;
export type Resolution = (typeof resolutions)[number];

export const complaintReasons = ["scam", "contact", "wrong", "offensive", "other"] as const;
export type ComplaintReason = (typeof complaintReasons)[number];

export const complaintOutcomes = ["dismissed", "corrected", "hidden"] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];

/** Days that a report stays public before it must be renewed. */
export const lifetime: Record<ReportKind, number> = { lost: 90, found: 30, sighting: 30 };
/** Days before expiry at which the reporter gets a reminder. */
export const remindBefore = 7;

export const maxPhotos = 6;

/** Maximum length of each text, in characters. */
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

/** Returns whether the actor may change a report: only its reporter may. */
export function canChangeReport(actor: { id: string } | null | undefined, report: Reported): boolean {
  return actor != null && actor.id === report.reporterId;
}

/** Rounds degrees to hundredths, about 1.1 km apart. Only rounded locations are public. */
export function cellOf(degrees: number): number {
  return Math.round(degrees * 100);
}

/** Returns whether coordinates are valid and not near 0,0, which faulty devices report. */
export function isRealPlace(latitude: number, longitude: number): boolean {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return false;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return false;
  return Math.abs(latitude) > 0.01 || Math.abs(longitude) > 0.01;
}

/** Patterns for the form's colours in a text, in English and Arabic. */
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

/** Returns the colours that a text names, in English or Arabic. */
export function coloursIn(text: string | null): Colour[] {
  if (!text) return [];
  const folded = foldForSearch(text);
  return colours.filter((colour) => colourWords[colour].test(folded));
}

/** Returns the age group on the day `today` (`YYYY-MM-DD`); null if the birth date is unknown. */
export function ageGroupOf(birthdate: string | null, today: string): AgeGroup | null {
  const age = birthdate ? ageOn(birthdate, today) : null;
  if (!age) return null;
  const months = age.years * 12 + (age.months ?? 6);
  if (months < 6) return "baby";
  if (months < 24) return "young";
  return age.years < 9 ? "adult" : "senior";
}

const contacts = [
  // E-mail addresses. The lookbehind makes matching linear in the length of a text without an address, instead of
  // quadratic.
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?@\s?[\p{L}\p{N}-]+(?:\s?\.\s?[\p{L}\p{N}-]+)+/gu,
  // Eight or more digits with any separators.
  /\+?[\d٠-٩۰-۹](?:[\s().\-_/\\]{0,3}[\d٠-٩۰-۹]){7,}/g,
];

/** Returns the first phone number or e-mail address in a text; null if there is none. */
export function findContact(text: string): string | null {
  const found = contacts.flatMap((pattern) => [...text.matchAll(pattern)]);
  return found.toSorted((one, other) => one.index - other.index)[0]?.[0] ?? null;
}

/** Replacement for contact details in a text. */
export const cover = "•••";

/** Masks phone numbers and e-mail addresses in a text. */
export function withoutContacts(text: string): string {
  return contacts.reduce((kept, pattern) => kept.replace(pattern, cover), text);
}

export interface PicturedReport {
  id: string;
  type: PetType;
  colors: Colour[];
  photos: string[];
}
