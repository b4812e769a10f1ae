import { type MatchInput, type Reason, reason } from "./matching-reason.rules.ts";

type Type = MatchInput["type"];

const earthKm = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

interface Place {
  latitude?: number | null;
  longitude?: number | null;
}

/** Great-circle distance in kilometres (haversine); null where a place is unknown or impossible. */
export function distanceKm(a: Place, b: Place): number | null {
  const [one, two] = [pointOf(a), pointOf(b)];
  if (!one || !two) return null;
  const half = (from: number, to: number) => Math.sin((to - from) / 2) ** 2;
  const h = half(one[0], two[0]) + Math.cos(one[0]) * Math.cos(two[0]) * half(one[1], two[1]);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Latitude and longitude in radians. Null also for 0,0, which devices report when they know nothing. */
function pointOf({ latitude, longitude }: Place): [number, number] | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isPlace ? [radians(latitude), radians(longitude)] : null;
}

/**
 * How far from home an animal is found: a share within a distance in km. Cats from Huang 2018 (75 % within 500 m), dogs
 * from Petco Love Lost (66 % within a mile); birds fly farther and nothing is published of them.
 */
const reach: Record<"dog" | "cat" | "bird" | "other", { km: number; share: number }> = {
  cat: { km: 0.5, share: 0.75 },
  dog: { km: 1.6, share: 0.66 },
  bird: { km: 2, share: 0.5 },
  other: { km: 0.5, share: 0.66 },
};

/** Exponent of the heavy tail: a few animals are carried far by car. */
const tail = 0.9;
/** How inexactly pins are set and places remembered, in km². */
const vagueness = 0.15;
/** Strangers' animals are spread over a town of this radius; km. */
const townKm = 20;
const widensInDays = 12;

const clamp = (bits: number, least: number, most: number) => Math.min(most, Math.max(least, bits));

/**
 * Distance, and how much it tells after so many days: a two-dimensional kernel with a heavy tail (as seeds are
 * dispersed, 2Dt) that widens with time, against animals spread evenly over the town.
 */
export function distanceEvidence(type: Type, km: number, days: number): Reason {
  const { km: at, share } = reach[type ?? "dog"];
  const u = (at ** 2 / ((1 - share) ** (-1 / tail) - 1)) * (1 + days / widensInDays) + vagueness;
  const density = tail / (Math.PI * u * (1 + km ** 2 / u) ** (tail + 1));
  const bits = clamp(Math.log2(density * Math.PI * townKm ** 2), -9, 7);
  return reason(bits > 0 ? "near" : "far", bits, { km: Math.round(km * 10) / 10 });
}

/**
 * After how many days a pet is found: most within days, some after weeks (Lord 2007: dogs in 2, cats in 5 days in the
 * middle), as two waiting times, against reports that come evenly over half a year.
 */
const waiting: Record<"quick" | "slow", Record<"most" | "few" | "share", number>> = {
  quick: { most: 2.2, few: 25, share: 0.75 },
  slow: { most: 5, few: 35, share: 0.65 },
};
const reportedDays = 180;
/** Below it a single day decides nothing, because dates are given by the day. */
const minDays = 1;

/** The days between, from 0 on. */
export function timeEvidence(type: Type, days: number): Reason {
  const { most, few, share } = waiting[type === "cat" ? "slow" : "quick"];
  const late = Math.max(days, minDays);
  const density = (share / most) * Math.exp(-late / most) + ((1 - share) / few) * Math.exp(-late / few);
  const bits = clamp(Math.log2(density * reportedDays), -5, 5);
  return reason(bits > 0 ? "soonAfter" : "longAfter", bits, { days: Math.round(days) });
}
