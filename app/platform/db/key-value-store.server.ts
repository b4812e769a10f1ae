import { eq } from "drizzle-orm";
import type { Db } from "./connection/database.server.ts";
import { keptValues } from "./platform.tables.server.ts";

/** Reads a kept value; makes and keeps it when there is none. When two processes make it at once, both get the first. */
export async function getOrCreateValue(db: Db, name: string, make: () => string): Promise<string> {
  const found = await db.select().from(keptValues).where(eq(keptValues.name, name));
  if (found[0]) return found[0].value;
  await db.insert(keptValues).values({ name, value: make() }).onConflictDoNothing();
  const kept = await db.select().from(keptValues).where(eq(keptValues.name, name));
  return kept[0]!.value;
}
