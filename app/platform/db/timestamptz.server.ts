import { timestamp } from "drizzle-orm/pg-core";

/** Column of type `timestamp with time zone`, read and written as `Date`. */
export const timestamptz = () => timestamp({ withTimezone: true, mode: "date" });
