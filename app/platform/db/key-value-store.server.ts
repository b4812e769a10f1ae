import { eq } from "drizzle-orm";
import type { Db } from "./connection/database.server.ts";
import { keyValues } from "./platform.tables.server.ts";

/** Returns a stored value, creating it if missing. Concurrent callers all get the value that was stored first. */
export async function getOrCreateValue(db: Db, name: string, make: () => string): Promise<string> {
  const found = await db.select().from(keyValues).where(eq(keyValues.name, name));
  if (found[0]) return found[0].value;
  await db.insert(keyValues).values({ name, value: make() }).onConflictDoNothing();
  const stored = await db.select().from(keyValues).where(eq(keyValues.name, name));
  return stored[0]!.value;
}
