import { eq } from "drizzle-orm";
import { bigint, integer, pgTable, primaryKey, text, varchar } from "drizzle-orm/pg-core";
import { jsonb, timestamptz } from "./column-types.server.ts";
import type { Db } from "./connection/database.server.ts";

/** Values shared by all processes, such as the generated push keys. */
export const keyValues = pgTable("key_values", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/**
 * Settings that administrators change, by group: every version since the first change, the highest one is in force. Who
 * changed them is in the audit log.
 */
export const siteSettings = pgTable(
  "site_settings",
  {
    name: text().notNull(),
    version: integer().notNull(),
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    changedAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** Table structure expected by rate-limiter-flexible; `expire` is in milliseconds since 1970. */
export const rateLimits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** Returns a stored value, creating it if missing. Concurrent callers all get the value that was stored first. */
export async function getOrCreateValue(db: Db, name: string, make: () => string): Promise<string> {
  const found = await db.select().from(keyValues).where(eq(keyValues.name, name));
  if (found[0]) return found[0].value;
  await db.insert(keyValues).values({ name, value: make() }).onConflictDoNothing();
  const stored = await db.select().from(keyValues).where(eq(keyValues.name, name));
  return stored[0]!.value;
}
