import { type AnyPgColumn, customType, timestamp } from "drizzle-orm/pg-core";
import { isId } from "./uuid.server.ts";

/**
 * Returns a value as JSON. Lone surrogates, which PostgreSQL rejects in JSON, become U+FFFD, as the driver does in other
 * texts.
 */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Only lone surrogates are escaped like this; a typed backslash just takes the slower way.
  if (!json?.includes("\\ud")) return json;
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "string" ? one.toWellFormed() : one));
}

/** Column of type `jsonb`; a text that was cut within a character does not prevent a row from being written. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: toStorableJson,
});

/** Column of type `timestamp with time zone`, read and written as `Date`. */
export const timestamptz = () => timestamp({ withTimezone: true, mode: "date" });

/** Column of type `bytea`. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

const nilId = "00000000-0000-0000-0000-000000000000";

/**
 * Column of type `uuid`. Compared with `eq` or `inArray`, a malformed text, such as one of an edited address, equals no
 * row's id, as an unknown id does, while PostgreSQL throws for it. Cursors (`lt`, `gt`) have to be checked with `isId`.
 */
export const uuid = customType<{ data: string; driverData: string }>({
  dataType: () => "uuid",
  toDriver: (value) => (isId(value) ? value : nilId),
});

/** Column with the id of the row that this one belongs to, and is deleted with. */
export const belongsTo = (id: () => AnyPgColumn) => uuid().notNull().references(id, { onDelete: "cascade" });
