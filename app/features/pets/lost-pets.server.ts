import { and, eq, inArray } from "drizzle-orm";
import type { World } from "#app/platform/world.server.ts";
import type { Lost } from "./pets.rules.ts";
import { getPet } from "./pets.server.ts";
import { petLost, pets } from "./pets.tables.server.ts";

type Owner = { id: string };

/** From now on whoever scans the pet's tag is told that it is lost. Said again it takes the new words. 404 for others' pets. */
export async function markLost(world: World, actor: Owner, petId: string, lost: Lost): Promise<void> {
  await getPet(world, actor, petId);
  await world.db
    .insert(petLost)
    .values({ petId, ...lost })
    .onConflictDoUpdate({ target: petLost.petId, set: lost });
}

/** The pet is at home again. Saying so of one that was never lost, or is somebody else's, changes nothing. */
export async function markFound({ db }: Pick<World, "db">, actor: Owner, petId: string): Promise<void> {
  const own = db.select({ id: pets.id }).from(pets).where(eq(pets.ownerId, actor.id));
  await db.delete(petLost).where(and(eq(petLost.petId, petId), inArray(petLost.petId, own)));
}
