import { bigint, integer, pgTable, text, varchar } from "drizzle-orm/pg-core";

/** Values shared by all processes, such as the generated push keys. */
export const keyValues = pgTable("key_values", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Table structure expected by rate-limiter-flexible; `expire` is in milliseconds since 1970. */
export const rateLimits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});
