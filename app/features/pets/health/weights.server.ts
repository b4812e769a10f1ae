import { and, desc, eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { petHealthEvents } from "../health.tables.server.ts";
import { pets } from "../pets.tables.server.ts";

type WeightContext = Pick<AppContext, "db" | "clock">;

const isWeight = (petId: string) => and(eq(petHealthEvents.petId, petId), eq(petHealthEvents.kind, "weight"));
const newestFirst = [desc(petHealthEvents.day), desc(petHealthEvents.id)];

/** A weight told in the pet's profile becomes an entry of its timeline, unless it is the one known already. */
export async function recordWeight(tx: WeightContext, petId: string, weightKg: number, day: string): Promise<void> {
  const [newest] = await tx.db
    .select({ weightKg: petHealthEvents.weightKg })
    .from(petHealthEvents)
    .where(isWeight(petId))
    .orderBy(...newestFirst)
    .limit(1);
  if (newest?.weightKg === weightKg) return;
  const entry = { id: newId(), petId, day, kind: "weight" as const, weightKg, createdAt: tx.clock.now() };
  await tx.db.insert(petHealthEvents).values(entry);
}

/** The pet's weight becomes that of the newest entry; without any it stays as it was told. */
export async function updateWeight({ db, clock }: WeightContext, petId: string): Promise<void> {
  const [newest] = await db
    .select({ weightKg: petHealthEvents.weightKg })
    .from(petHealthEvents)
    .where(isWeight(petId))
    .orderBy(...newestFirst)
    .limit(1);
  if (!newest?.weightKg) return;
  const { weightKg } = newest;
  await db
    .update(pets)
    .set({ weightKg, version: sql`${pets.version} + 1`, updatedAt: clock.now() })
    .where(and(eq(pets.id, petId), sql`${pets.weightKg} is distinct from ${weightKg}`));
}

const maxPoints = 120;

/** The newest 120 weights in kilograms, the oldest of them first. */
export async function listWeights({ db }: WeightContext, petId: string): Promise<{ day: string; weightKg: number }[]> {
  const rows = await db
    .select({ day: petHealthEvents.day, weightKg: petHealthEvents.weightKg })
    .from(petHealthEvents)
    .where(isWeight(petId))
    .orderBy(...newestFirst)
    .limit(maxPoints);
  return rows.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }])).reverse();
}
