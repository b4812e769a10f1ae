import { and, desc, eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { petHealthEvents, pets } from "./pets.tables.server.ts";

/** Lists the newest weight entries of a pet. */
const listNewest = ({ db }: Pick<AppContext, "db">, petId: string, most: number) =>
  db
    .select({ day: petHealthEvents.day, weightKg: petHealthEvents.weightKg })
    .from(petHealthEvents)
    .where(and(eq(petHealthEvents.petId, petId), eq(petHealthEvents.kind, "weight")))
    .orderBy(desc(petHealthEvents.day), desc(petHealthEvents.id))
    .limit(most);

/** Sets the pet's weight to that of the newest weight entry; leaves it unchanged without any. */
export async function updateWeight({ db, clock }: WeightContext, petId: string): Promise<void> {
  const [newest] = await listNewest({ db }, petId, 1);
  if (!newest?.weightKg) return;
  const { weightKg } = newest;
  await db
    .update(pets)
    .set({ weightKg, version: sql`${pets.version} + 1`, updatedAt: clock.now() })
    .where(and(eq(pets.id, petId), sql`${pets.weightKg} is distinct from ${weightKg}`));
}

/** Maximum number of weights of a chart. */
export const maxWeights = 120;

/** Returns rows of weights, the newest first, as points of a chart in ascending order. */
export const toWeights = (rows: readonly { day: string; weightKg: number | null }[]) =>
  rows.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }])).reverse();

/** Returns the newest 120 weights in kilograms, in ascending order. */
export async function listWeights(ctx: WeightContext, petId: string): Promise<{ day: string; weightKg: number }[]> {
  return toWeights(await listNewest(ctx, petId, maxWeights));
}

type WeightContext = Pick<AppContext, "db" | "clock">;

/** Adds a weight from the pet's profile to its timeline, unless it equals the newest weight entry. */
export async function recordWeight(tx: WeightContext, petId: string, weightKg: number, day: string): Promise<void> {
  const [newest] = await listNewest(tx, petId, 1);
  if (newest?.weightKg === weightKg) return;
  const entry = { id: createId(), petId, day, kind: "weight" as const, weightKg, createdAt: tx.clock.now() };
  await tx.db.insert(petHealthEvents).values(entry);
}
