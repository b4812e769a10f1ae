/** How far a caregiver may go: hear the notifications, also read the record, also change it. Each holds those before it. */
export const caregiverLevels = ["alerts", "see", "edit"] as const;
export type CaregiverLevel = (typeof caregiverLevels)[number];

/** Days for which an invitation stands. */
export const invitationDays = 14;
/** Caregivers and open invitations that one pet has at most. */
export const maxCaregivers = 10;

const day = 24 * 3_600_000;

/** What somebody agreed, or is asked, to do for a pet. */
export interface Care {
  level: CaregiverLevel;
  /** The last day (`YYYY-MM-DD`, in the owner's time zone) on which it holds; null: until somebody ends it. */
  untilDay: string | null;
  invitedAt: Date;
  acceptedAt: Date | null;
  endedAt: Date | null;
}

/** A moment, and the calendar day that it falls on in the owner's time zone. */
export interface Moment {
  now: Date;
  today: string;
}

export type CaregiverState = "waiting" | "lapsed" | "caring" | "over";

export function caregiverState(
  { untilDay, invitedAt, acceptedAt, endedAt }: Care,
  { now, today }: Moment,
): CaregiverState {
  if (endedAt || (untilDay !== null && untilDay < today)) return "over";
  if (acceptedAt) return "caring";
  return now.getTime() - invitedAt.getTime() < invitationDays * day ? "waiting" : "lapsed";
}

/** What the caregiver may at this moment; null when it was never accepted, has ended, or its last day has passed. */
export function caregiverAt(care: Care, moment: Moment): CaregiverLevel | null {
  return caregiverState(care, moment) === "caring" ? care.level : null;
}

/** What somebody is to a pet. */
export type PetAccess = "owner" | CaregiverLevel;

/** The one answer to who may do what with a pet; null for everybody else. */
export function accessTo(
  actor: { id: string },
  pet: { ownerId: string },
  care: (Care & { caregiverId: string | null }) | null,
  moment: Moment,
): PetAccess | null {
  if (actor.id === pet.ownerId) return "owner";
  return care?.caregiverId === actor.id ? caregiverAt(care, moment) : null;
}

/** Reads profile, record and scans. */
export function canSeePet(access: PetAccess | null): boolean {
  return access === "owner" || access === "edit" || access === "see";
}

/** Changes profile and record. What a finder sees, whom to call, tags, links and caregivers stay the owner's. */
export function canEditPet(access: PetAccess | null): boolean {
  return access === "owner" || access === "edit";
}

/** The one whom the invitation names decides on it, whatever the letter case of their address. */
export function canAnswer(actor: { email: string | null }, invitation: { email: string }): boolean {
  return actor.email?.toLowerCase() === invitation.email;
}
