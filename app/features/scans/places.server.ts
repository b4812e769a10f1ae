import { and, desc, eq, isNotNull } from "drizzle-orm";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { scanRecords } from "./scans.tables.server.ts";

/** Maximum number of places on a map. */
const maxPlaces = 100;

/** Lists the actor's latest 100 scans with coordinates, newest first. */
export async function listPlaces(ctx: AppContext, actor: Actor) {
  const rows = await ctx.db
    .select({
      id: scanRecords.id,
      at: scanRecords.at,
      latitude: scanRecords.latitude,
      longitude: scanRecords.longitude,
      accuracy: scanRecords.accuracy,
      petName: pets.name,
    })
    .from(scanRecords)
    .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
    .where(and(eq(scanRecords.ownerId, actor.id), isNotNull(scanRecords.latitude), isNotNull(scanRecords.longitude)))
    .orderBy(desc(scanRecords.at), desc(scanRecords.id))
    .limit(maxPlaces);
  return rows.map((row) => ({ ...row, latitude: row.latitude as number, longitude: row.longitude as number }));
}
