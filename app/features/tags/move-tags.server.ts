import { and, eq } from "drizzle-orm";
import type { PetMove } from "#app/features/pets/move-pet.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { tags } from "./tags.tables.server.ts";

/** The tags that lead to a pet go with it to its new owner; the old owner's other tags stay. */
export async function moveTags(inside: World, { petId, fromId, toId }: PetMove): Promise<void> {
  await inside.db
    .update(tags)
    .set({ ownerId: toId, claimedAt: inside.clock.now(), updatedAt: inside.clock.now() })
    .where(and(eq(tags.petId, petId), eq(tags.ownerId, fromId)));
}
