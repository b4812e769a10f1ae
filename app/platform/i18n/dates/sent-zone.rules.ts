/** Offsets of a time zone from UTC, all in minutes; each is valid from its moment since 1970 until the next one. */
export interface ZoneOffsets {
  timeZone: string;
  offsets: readonly (readonly [from: number, offset: number])[];
  until: number;
}

let sentZone: ZoneOffsets | undefined;

/**
 * Keeps the offsets of the viewer's time zone that the server has sent, for every time shown from now on. Does nothing
 * on the server, which answers people in different zones and knows the rules itself.
 */
export function setSentZone(zone: ZoneOffsets): void {
  if (typeof document !== "undefined") sentZone = zone;
}

/** Returns the offsets that the server has sent; undefined on the server. */
export const getSentZone = () => sentZone;
