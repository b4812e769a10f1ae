import { eq } from "drizzle-orm";
import { bigint, integer, pgTable, text, varchar } from "drizzle-orm/pg-core";
import type { Db } from "./connection/database.server.ts";

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

/** Returns a stored value, creating it if missing. Concurrent callers all get the value that was stored first. */
export async function getOrCreateValue(db: Db, name: string, make: () => string): Promise<string> {
  const found = await db.select().from(keyValues).where(eq(keyValues.name, name));
  if (found[0]) return found[0].value;
  await db.insert(keyValues).values({ name, value: make() }).onConflictDoNothing();
  const stored = await db.select().from(keyValues).where(eq(keyValues.name, name));
  return stored[0]!.value;
}
