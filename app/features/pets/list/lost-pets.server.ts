import { and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import type { Lost } from "../pets.rules.ts";
import { livePet, petLost, pets } from "../pets.tables.server.ts";

type Owner = { id: string };

/**
 * Marks a pet as lost, so that whoever scans its tag is told so. Marking it again replaces the details. Returns whether
 * it was not lost before, also for a removed pet; 404 for somebody else's.
 */
export async function markLost(ctx: AppContext, actor: Owner, petId: string, lost: Lost): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const [own] = await tx.db
      .select({ id: pets.id })
      .from(pets)
      .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id)))
      .for("key share");
    if (!own) throw notFound();
    const added = await tx.db
      .insert(petLost)
      .values({ petId, ...lost })
      .onConflictDoNothing()
      .returning({ petId: petLost.petId });
    if (added.length === 0) await tx.db.update(petLost).set(lost).where(eq(petLost.petId, petId));
    return added.length > 0;
  });
}

/**
 * Marks a pet as found and returns whether it was lost before. Does nothing for a pet that is not lost or is somebody
 * else's.
 */
export async function markFound({ db }: Pick<AppContext, "db">, actor: Owner, petId: string): Promise<boolean> {
  const own = db.select({ id: pets.id }).from(pets).where(eq(pets.ownerId, actor.id));
  const deleted = await db
    .delete(petLost)
    .where(and(eq(petLost.petId, petId), inArray(petLost.petId, own)))
    .returning({ petId: petLost.petId });
  return deleted.length > 0;
}

/** Returns the names of the actor's lost pets. */
export async function listLostNames({ db }: Pick<AppContext, "db">, actor: Owner): Promise<string[]> {
  const rows = await db
    .select({ name: pets.name })
    .from(petLost)
    .innerJoin(pets, eq(pets.id, petLost.petId))
    .where(and(eq(pets.ownerId, actor.id), livePet))
    .orderBy(pets.name);
  return rows.map(({ name }) => name);
}
