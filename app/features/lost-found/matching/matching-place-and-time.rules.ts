import { cellOf } from "../reports.rules.ts";
import { type MatchInput, type Reason, reason } from "./matching-reason.rules.ts";

type Type = MatchInput["type"];

const earthKm = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

interface Place {
  latitude?: number | null;
  longitude?: number | null;
}

/** Returns the great-circle distance in kilometres (haversine); null if a location is unknown or invalid. */
export function distanceKm(a: Place, b: Place): number | null {
  const [one, two] = [pointOf(a), pointOf(b)];
  if (!one || !two) return null;
  const half = (from: number, to: number) => Math.sin((to - from) / 2) ** 2;
  const h = half(one[0], two[0]) + Math.cos(one[0]) * Math.cos(two[0]) * half(one[1], two[1]);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Rounds a location as it is public (`cellOf`). Anything finer would reveal the exact place of somebody else's report
 * to a reporter who moves their own and watches the matches change.
 */
export function roundedPlace({ latitude, longitude }: Place): Place {
  const rounded = (degrees: number | null | undefined) =>
    typeof degrees === "number" ? cellOf(degrees) / 100 : degrees;
  return { latitude: rounded(latitude) ?? null, longitude: rounded(longitude) ?? null };
}

/** Returns latitude and longitude in radians. Also null for 0,0, which devices report without a position. */
function pointOf({ latitude, longitude }: Place): [number, number] | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isPlace ? [radians(latitude), radians(longitude)] : null;
}

/**
 * How far from home animals are found: `share` of them within `km`. Cats from Huang 2018 (75 % within 500 m), dogs from
 * Petco Love Lost (66 % within a mile). Birds and others are estimates, as no data is published.
 */
const reach: Record<"dog" | "cat" | "bird" | "other", { km: number; share: number }> = {
  cat: { km: 0.5, share: 0.75 },
  dog: { km: 1.6, share: 0.66 },
  bird: { km: 2, share: 0.5 },
  other: { km: 0.5, share: 0.66 },
};

/** Exponent of the heavy tail: a few animals are carried far by car. */
const tail = 0.9;
/** Inaccuracy of pins and memories, in km². */
const vagueness = 0.15;
/** Radius in km of the town over which unrelated animals are assumed to be spread. */
const townKm = 20;
const widensInDays = 12;

const clamp = (bits: number, least: number, most: number) => Math.min(most, Math.max(least, bits));

/**
 * Evidence by distance after a number of days: a two-dimensional heavy-tailed kernel (2Dt, as for seed dispersal) that
 * widens with time, compared with unrelated animals spread evenly over the town.
 */
export function distanceEvidence(type: Type, km: number, days: number): Reason {
  const { km: at, share } = reach[type ?? "dog"];
  const u = (at ** 2 / ((1 - share) ** (-1 / tail) - 1)) * (1 + days / widensInDays) + vagueness;
  const density = tail / (Math.PI * u * (1 + km ** 2 / u) ** (tail + 1));
  const bits = clamp(Math.log2(density * Math.PI * townKm ** 2), -9, 7);
  return reason(bits > 0 ? "near" : "far", bits, { km: Math.round(km * 10) / 10 });
}

/**
 * Days until a pet is found, as two exponential waiting times: most within days, some after weeks (Lord 2007: median 2
 * days for dogs, 5 for cats). Compared with unrelated reports spread evenly over half a year.
 */
const waiting: Record<"quick" | "slow", Record<"most" | "few" | "share", number>> = {
  quick: { most: 2.2, few: 25, share: 0.75 },
  slow: { most: 5, few: 35, share: 0.65 },
};
const reportedDays = 180;
/** Smaller differences do not count, since dates have no time of day. */
const minDays = 1;

/** Evidence by the number of days between loss and find, from 0. */
export function timeEvidence(type: Type, days: number): Reason {
  const { most, few, share } = waiting[type === "cat" ? "slow" : "quick"];
  const late = Math.max(days, minDays);
  const density = (share / most) * Math.exp(-late / most) + ((1 - share) / few) * Math.exp(-late / few);
  const bits = clamp(Math.log2(density * reportedDays), -5, 5);
  return reason(bits > 0 ? "soonAfter" : "longAfter", bits, { days: Math.round(days) });
}
