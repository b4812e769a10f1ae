import { customType, timestamp } from "drizzle-orm/pg-core";

/** Replaces lone surrogates, which PostgreSQL rejects in JSON, by U+FFFD, as the driver does in other texts. */
export const replaceLoneSurrogates = (_: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed() : value;

/** Column of type `jsonb`; a text that was cut within a character does not prevent a row from being written. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value, replaceLoneSurrogates),
});

/** Column of type `timestamp with time zone`, read and written as `Date`. */
export const timestamptz = () => timestamp({ withTimezone: true, mode: "date" });

/** Column of type `bytea`. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
