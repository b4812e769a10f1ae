import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPlace } from "./gazetteer.ts";

/** Returns where a map opens for a user: the city of the profile; undefined without one that is known. */
export async function findOwnDistrict({ db }: Pick<AppContext, "db">, actor: Actor | null) {
  if (!actor) return undefined;
  const [user] = await db.select({ city: users.city }).from(users).where(eq(users.id, actor.id));
  const place = user?.city && findPlace(user.city);
  return place ? { latitude: place.latitude, longitude: place.longitude } : undefined;
}
