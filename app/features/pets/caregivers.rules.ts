import { dayMs } from "#app/platform/durations.rules.ts";
/**
 * Access levels of a caregiver: receives notifications, also reads the record, also changes it. Each level includes
 * those before it.
 */
export const caregiverLevels = ["alerts", "see", "edit"] as const;
export type CaregiverLevel = (typeof caregiverLevels)[number];

/** Days after which an unanswered invitation lapses. */
export const invitationDays = 14;
/** Maximum number of caregivers and open invitations of one pet. */
export const maxCaregivers = 10;

/** Terms and state of somebody's care for a pet, accepted or only offered. */
export interface Care {
  level: CaregiverLevel;
  /** The last day (`YYYY-MM-DD`, in the owner's time zone); null: until it is ended. */
  untilDay: string | null;
  invitedAt: Date;
  acceptedAt: Date | null;
  endedAt: Date | null;
}

/** A point in time and its calendar day in the owner's time zone. */
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
  return now.getTime() - invitedAt.getTime() < invitationDays * dayMs ? "waiting" : "lapsed";
}

/**
 * Returns the caregiver's access level at this moment; null when the care was never accepted, has ended, or its last
 * day has passed.
 */
export function caregiverAt(care: Care, moment: Moment): CaregiverLevel | null {
  return caregiverState(care, moment) === "caring" ? care.level : null;
}

/** Access of a user to a pet. */
export type PetAccess = "owner" | CaregiverLevel;

/** Returns a user's access to a pet; null without any. Every permission check on pets starts here. */
export function accessTo(
  actor: { id: string },
  pet: { ownerId: string },
  care: (Care & { caregiverId: string | null }) | null,
  moment: Moment,
): PetAccess | null {
  if (actor.id === pet.ownerId) return "owner";
  return care?.caregiverId === actor.id ? caregiverAt(care, moment) : null;
}

/** Whether this access includes reading profile, record and scans. */
export function canSeePet(access: PetAccess | null): boolean {
  return access === "owner" || access === "edit" || access === "see";
}

/**
 * Whether this access includes changing profile and record. What finders see, emergency contacts, tags, share links and
 * caregivers remain the owner's.
 */
export function canEditPet(access: PetAccess | null): boolean {
  return access === "owner" || access === "edit";
}

/** Whether the actor may answer the invitation: their address matches, ignoring letter case. */
export function canAnswer(actor: { email: string | null }, invitation: { email: string }): boolean {
  return actor.email?.toLowerCase() === invitation.email;
}
