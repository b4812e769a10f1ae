import { and, desc, eq, exists, inArray, sql } from "drizzle-orm";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { tags, workingTag } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { byPeople } from "../scans.rules.ts";
import { scanRecords } from "../scans.tables.server.ts";

/** Returns the latest scan of each of the actor's tags that was, or may have been, by another person. */
export async function listLastScans(ctx: AppContext, actor: Actor, tagIds: string[]) {
  const latest = ctx.db
    .select({ id: scanRecords.id, at: scanRecords.at, place: scanRecords.place })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.tagId, tags.id),
        eq(scanRecords.ownerId, actor.id),
        inArray(scanRecords.evidence, [...byPeople]),
      ),
    )
    .orderBy(desc(scanRecords.at), desc(scanRecords.id))
    .limit(1)
    .as("latest");
  return ctx.db
    .select({ tagId: tags.id, id: latest.id, at: latest.at, place: latest.place })
    .from(tags)
    .innerJoinLateral(latest, sql`true`)
    .where(inArray(tags.id, tagIds));
}

export type LastScan = Awaited<ReturnType<typeof listLastScans>>[number];

/** Returns those of the actor's pets that have a working tag, each with its latest scan by someone else. */
export async function listTaggedPets(ctx: AppContext, actor: Actor, petIds: string[]) {
  const { db } = ctx;
  const isTagged = exists(
    db
      .select({ id: tags.id })
      .from(tags)
      .where(and(eq(tags.petId, pets.id), eq(tags.ownerId, actor.id), workingTag)),
  );
  const latest = db
    .select({ at: scanRecords.at })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.ownerId, actor.id),
        eq(scanRecords.petId, pets.id),
        inArray(scanRecords.evidence, [...byPeople]),
      ),
    )
    .orderBy(desc(scanRecords.at), desc(scanRecords.id))
    .limit(1)
    .as("latest");
  return db
    .select({ petId: pets.id, scannedAt: latest.at })
    .from(pets)
    .leftJoinLateral(latest, sql`true`)
    .where(and(eq(pets.ownerId, actor.id), inArray(pets.id, petIds), isTagged));
}

export type TaggedPet = Awaited<ReturnType<typeof listTaggedPets>>[number];
