import { eq } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPlace, type KnownPlace } from "#app/platform/map/gazetteer.ts";
import { users } from "./users.tables.server.ts";

/** Returns the smallest known place that a user's address names, such as their district; null if there is none. */
export async function findHomePlace({ db }: Pick<AppContext, "db">, userId: string): Promise<KnownPlace | null> {
  const [user] = await db.select({ address: users.address, city: users.city }).from(users).where(eq(users.id, userId));
  return user ? findPlace([user.address, user.city].filter(Boolean).join(", ")) : null;
}
