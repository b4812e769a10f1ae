import { dayMs } from "#app/platform/durations.rules.ts";
/** Durations in minutes for which a finder can share their location. */
export const shareLengths = [15, 30, 60] as const;
export type ShareLength = (typeof shareLengths)[number];

/** How long after its end a share is deleted, in milliseconds. */
export const sharedPlacesLifetime = dayMs;

/** Maximum number of positions per share: an hour with one every few seconds. */
export const maxPlaces = 1_000;

/** Maximum number of positions per request: what a phone collects in an hour without network. */
export const maxAtOnce = 400;

/** Maximum accuracy radius in metres; a phone without GPS may only know the city. */
export const maxAccuracy = 100_000;

/** A position, timed by the phone's own clock. */
export interface SharedPlace {
  /** Milliseconds since 1970, by the phone's clock. */
  at: number;
  latitude: number;
  longitude: number;
  /** In metres. */
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

/** Milliseconds that a position may precede the start: it may have been measured before the button was pressed. */
const earlyTolerance = 60_000;
/** Tolerance in milliseconds for rounding between two clocks. */
const clockTolerance = 5_000;

export type PlaceTime = "in" | "after" | "wrong";

/**
 * Returns whether a position was taken while sharing. `wrong`: before the start or in the future, so not from this
 * share. `after`: after the end, from a phone that did not know of it yet.
 */
export function classifyTime(share: Span, takenAt: Date, now: Date): PlaceTime {
  if (
    takenAt.getTime() > now.getTime() + clockTolerance ||
    takenAt.getTime() < share.startsAt.getTime() - earlyTolerance
  )
    return "wrong";
  return takenAt > shareEnd(share) ? "after" : "in";
}
