import { finderItems } from "#app/features/pets/pets.rules.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { createCode } from "#app/features/tags/batches/batches.server.ts";
import { formatCode } from "#app/features/tags/tag-code.rules.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";

export interface Target {
  code: string;
  codeKey: string;
  tagId: string;
  ownerId: string;
  petId: string;
}

/** Number of rows per statement, limited by PostgreSQL's 65,535 parameters. */
const rowsPerInsert = 1000;

/**
 * Creates linked tags, each with a pet that shows everything to finders. Each has an owner of its own unless `ownerId`
 * is given.
 */
export async function makeTargets(databaseUrl: string, count: number, ownerId?: string): Promise<Target[]> {
  const { db, pool } = openDatabase(databaseUrl);
  const targets = Array.from({ length: count }, (): Target => {
    const key = createCode();
    return {
      code: formatCode(key),
      codeKey: key,
      tagId: createId(),
      ownerId: ownerId ?? createId(),
      petId: createId(),
    };
  });
  const person = { emailVerified: true, name: "Mona Nassar", firstName: "Mona", lastName: "Nassar" };
  const pet = {
    name: "Rocky",
    type: "dog" as const,
    breed: "Baladi mix",
    gender: "male" as const,
    birthdate: "2023-06-10",
    weightKg: 19.5,
    color: "Brown, white chest",
    urgentNeeds: "Needs his heart medicine twice a day.",
    behaviours: "Friendly with people and dogs. Afraid of fireworks.",
    notes: "Comes when you call him Roko.",
    diet: "Please do not give him chicken.",
    shown: [...finderItems],
  };
  const now = new Date();
  for (let from = 0; from < count; from += rowsPerInsert) {
    const some = targets.slice(from, from + rowsPerInsert);
    if (!ownerId)
      await db
        .insert(users)
        .values(some.map((one) => ({ ...person, id: one.ownerId, email: `${one.ownerId}@aleef.test` })));
    await db
      .insert(pets)
      .values(some.map((one) => ({ ...pet, id: one.petId, ownerId: one.ownerId, photoId: createId() })));
    await db.insert(tags).values(
      some.map((one) => ({
        id: one.tagId,
        code: one.code,
        codeKey: one.codeKey,
        codeKind: "generated" as const,
        ownerId: one.ownerId,
        petId: one.petId,
        claimedAt: now,
        linkedAt: now,
      })),
    );
  }
  await pool.end();
  return targets;
}

/** Returns the values that identify a tag in its statements. */
export function identifiersOf({ codeKey, tagId, ownerId, petId }: Target): string[] {
  return [codeKey, tagId, ownerId, petId];
}
