/** Minutes for which a finder may let the family see where they are. */
export const shareLengths = [15, 30, 60] as const;
export type ShareLength = (typeof shareLengths)[number];

/** What was shared is erased this long after its end. Milliseconds. */
export const sharedPlacesLifetime = 24 * 3_600_000;

/** An hour of a place every few seconds, and no more. */
export const maxPlaces = 1_000;

/** What a phone that was without a network for an hour sends at once. */
export const maxAtOnce = 400;

/** Metres. A phone that knows no better says where the whole city is. */
export const maxAccuracy = 100_000;

/** A place by a phone's own clock. */
export interface SharedPlace {
  /** Milliseconds since 1970, as the phone counts them. */
  at: number;
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
}

interface Span {
  startsAt: Date;
  endsAt: Date;
  stoppedAt: Date | null;
}

export function shareEnd({ endsAt, stoppedAt }: Omit<Span, "startsAt">): Date {
  return stoppedAt && stoppedAt < endsAt ? stoppedAt : endsAt;
}

export function isSharing(share: Omit<Span, "startsAt">, now: Date): boolean {
  return now < shareEnd(share);
}

/** How far a place may lie before the start: the phone may have found it a moment before the button was pressed. */
const before = 60_000;
/** Rounding between two clocks. */
const ahead = 5_000;

export type PlaceTime = "in" | "after" | "wrong";

/**
 * Whether a place was taken while it was shared. One from before, or from the future, is nobody's who shares; one from
 * after the end was taken by a phone that had not heard of it.
 */
export function judgeTime(share: Span, takenAt: Date, now: Date): PlaceTime {
  if (takenAt.getTime() > now.getTime() + ahead || takenAt.getTime() < share.startsAt.getTime() - before)
    return "wrong";
  return takenAt > shareEnd(share) ? "after" : "in";
}
