import { randomUUID } from "node:crypto";

/** Milliseconds that a clock may be set back, and ids go on growing; a clock that stood further ahead was wrong. */
const leeway = 10_000;

let time = 0;
let turn = 0;

/**
 * A UUIDv7 (RFC 9562 §5.7): it begins with the time, so that new rows land at the end of an index. Those of one process
 * grow in the order they were made, also within a millisecond (§6.2, method 1), or while the clock is set right by seconds: lines and events keep their order.
 */
export function newId(): string {
  const now = Date.now();
  if (now > time || now < time - leeway) [time, turn] = [now, 0];
  else if (turn < 0xfff) turn++;
  else [time, turn] = [time + 1, 0];
  const head = time.toString(16).padStart(12, "0");
  // What follows the version is the turn; the variant and the random rest are those of an ordinary random UUID.
  return `${head.slice(0, 8)}-${head.slice(8)}-7${turn.toString(16).padStart(3, "0")}${randomUUID().slice(18)}`;
}

/** When an id of ours was made. */
export function momentOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The key of a form, by which a second sending is known; null when there is none. It never becomes an id. */
export function formKey(text: string | undefined | null): string | null {
  return isId(text) ? text : null;
}

/** Whether a text from outside may be compared with an id column; PostgreSQL throws on anything else. */
export function isId(text: string | undefined | null): text is string {
  return typeof text === "string" && uuid.test(text);
}
