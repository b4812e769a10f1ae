import { and, eq, inArray } from "drizzle-orm";
import type { PetMove } from "#app/features/pets/transfer/move-pet.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { reminderCompletions, reminders } from "./reminders.tables.server.ts";

/** The reminders of a pet, with what was done, go to its new owner, who is told of them on their own wall from now on. */
export async function moveReminders(tx: AppContext, { petId, fromId, toId }: PetMove): Promise<void> {
  const moved = await tx.db
    .update(reminders)
    .set({ ownerId: toId, idempotencyKey: null, updatedAt: tx.clock.now() })
    .where(and(eq(reminders.petId, petId), eq(reminders.ownerId, fromId)))
    .returning({ id: reminders.id });
  const ids = moved.map(({ id }) => id);
  if (ids.length > 0)
    await tx.db.update(reminderCompletions).set({ ownerId: toId }).where(inArray(reminderCompletions.reminderId, ids));
}
