import { randomUUIDv7 } from "node:crypto";

/** A UUIDv7 (RFC 9562 §5.7): it begins with the time, so that new rows land at the end of an index. */
export function newId(): string {
  return randomUUIDv7();
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from outside may be compared with an id column; PostgreSQL throws on anything else. */
export function isId(text: string | undefined | null): text is string {
  return typeof text === "string" && uuid.test(text);
}
