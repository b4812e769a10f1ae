import { and, desc, eq, isNotNull } from "drizzle-orm";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { scanRecords } from "./scans.tables.server.ts";

/** The most places that a map shows. */
const maxPlaces = 100;

/** The latest 100 of the actor's scans whose finder sent a position, newest first. */
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
