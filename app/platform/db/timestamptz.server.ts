import { timestamp } from "drizzle-orm/pg-core";

/** A column `timestamp with time zone`, read and written as a `Date`. */
export const timestamptz = () => timestamp({ withTimezone: true, mode: "date" });
