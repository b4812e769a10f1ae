import { desc, eq } from "drizzle-orm";
import { findHomePlace } from "#app/features/users/home-place.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPlace } from "#app/platform/map/gazetteer.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

/**
 * Returns where a map opens for a user: the district of their address, otherwise the place of their latest report; undefined
 * if neither is known.
 */
export async function findOwnDistrict({ db }: Pick<AppContext, "db">, actor: Actor | null) {
  if (!actor) return undefined;
  const { address, city } = users;
  const [user] = await db.select({ address, city }).from(users).where(eq(users.id, actor.id));
  const place = (user && findHomePlace(user)) ?? (await findLatestPlace(db, actor));
  return place ? { latitude: place.latitude, longitude: place.longitude } : undefined;
}

async function findLatestPlace(db: AppContext["db"], actor: Actor) {
  const [report] = await db
    .select({ latitude: posts.latitude, longitude: posts.longitude, area: posts.area })
    .from(posts)
    .where(eq(posts.reporterId, actor.id))
    .orderBy(desc(posts.id))
    .limit(1);
  if (!report) return null;
  const { latitude, longitude, area } = report;
  return latitude === null || longitude === null ? findPlace(area) : { latitude, longitude };
}
