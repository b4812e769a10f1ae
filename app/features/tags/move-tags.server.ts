import { and, eq } from "drizzle-orm";
import type { PetMove } from "#app/features/pets/transfer/move-pet.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { tags } from "./tags.tables.server.ts";

/** The tags that lead to a pet go with it to its new owner; the old owner's other tags stay. */
export async function moveTags(tx: AppContext, { petId, fromId, toId }: PetMove): Promise<void> {
  await tx.db
    .update(tags)
    .set({ ownerId: toId, claimedAt: tx.clock.now(), updatedAt: tx.clock.now() })
    .where(and(eq(tags.petId, petId), eq(tags.ownerId, fromId)));
}
