import { randomUUID } from "node:crypto";

/**
 * Milliseconds by which the clock may be set back while ids keep increasing; after a larger step the earlier clock is
 * assumed to be wrong.
 */
const maxClockSetbackMs = 10_000;

let time = 0;
let counter = 0;

/**
 * Creates a UUIDv7 (RFC 9562 §5.7), which starts with the time, so that new rows are appended to an index. Ids of one
 * process increase in creation order, also within a millisecond (§6.2, method 1) and when the clock is set back by a
 * few seconds.
 */
export function createId(): string {
  const now = Date.now();
  if (now > time || now < time - maxClockSetbackMs) [time, counter] = [now, 0];
  else if (counter < 0xfff) counter++;
  else [time, counter] = [time + 1, 0];
  const head = time.toString(16).padStart(12, "0");
  // The counter follows the version; the variant and random bits come from a random UUID.
  return `${head.slice(0, 8)}-${head.slice(8)}-7${counter.toString(16).padStart(3, "0")}${randomUUID().slice(18)}`;
}

/** Returns the creation time of a UUIDv7. */
export function getIdTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns a form's idempotency key; null if there is none. It is never used as an id. */
export function readFormKey(text: string | undefined | null): string | null {
  return isId(text) ? text : null;
}

/** Returns whether a text is a UUID; PostgreSQL throws for anything else. */
export function isId(text: string | undefined | null): text is string {
  return typeof text === "string" && uuid.test(text);
}
