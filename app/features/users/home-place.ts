import { findPlace, type KnownPlace } from "#app/platform/map/gazetteer.ts";

/** Returns the smallest known place that an account's address names, such as its district; null if there is none. */
export function findHomePlace(user: { address: string | null; city: string | null }): KnownPlace | null {
  return findPlace([user.address, user.city].filter(Boolean).join(", "));
}
