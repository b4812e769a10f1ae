import { and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Lost } from "../pets.rules.ts";
import { getPet } from "../pets.server.ts";
import { livePet, petLost, pets } from "../pets.tables.server.ts";

type Owner = { id: string };

/**
 * From now on whoever scans the pet's tag is told that it is lost. Said again it takes the new words. Returns whether it
 * was at home until now; 404 for others' pets.
 */
export async function markLost(ctx: AppContext, actor: Owner, petId: string, lost: Lost): Promise<boolean> {
  await getPet(ctx, actor, petId);
  const added = await ctx.db
    .insert(petLost)
    .values({ petId, ...lost })
    .onConflictDoNothing()
    .returning({ petId: petLost.petId });
  if (added.length === 0) await ctx.db.update(petLost).set(lost).where(eq(petLost.petId, petId));
  return added.length > 0;
}

/**
 * The pet is at home again; returns whether it was lost until now. Saying so of one that was never lost, or is somebody
 * else's, changes nothing.
 */
export async function markFound({ db }: Pick<AppContext, "db">, actor: Owner, petId: string): Promise<boolean> {
  const own = db.select({ id: pets.id }).from(pets).where(eq(pets.ownerId, actor.id));
  const gone = await db
    .delete(petLost)
    .where(and(eq(petLost.petId, petId), inArray(petLost.petId, own)))
    .returning({ petId: petLost.petId });
  return gone.length > 0;
}

/** The names of the actor's pets that are lost. */
export async function listLostNames({ db }: Pick<AppContext, "db">, actor: Owner): Promise<string[]> {
  const rows = await db
    .select({ name: pets.name })
    .from(petLost)
    .innerJoin(pets, eq(pets.id, petLost.petId))
    .where(and(eq(pets.ownerId, actor.id), livePet))
    .orderBy(pets.name);
  return rows.map(({ name }) => name);
}
