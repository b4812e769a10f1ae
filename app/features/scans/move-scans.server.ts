import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import type { PetMove } from "#app/features/pets/move-pet.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import {
  emailBudgets,
  escalations,
  handovers,
  liveLocationShares,
  scanRecords,
  tagTests,
} from "./scans.tables.server.ts";

/**
 * Moves a pet's scans and conversations to its new owner. The conversations are closed for finders, who wrote to
 * someone else, but the new owner can reopen them. The finder's contact, WhatsApp number and live
 * location were meant for the previous owner and are deleted, as is which of that owner's contacts were asked for help.
 */
export async function moveScans(tx: AppContext, { petId, fromId, toId }: PetMove): Promise<void> {
  const { db } = tx;
  const ofPet = and(eq(scanRecords.petId, petId), eq(scanRecords.ownerId, fromId));
  const conversationsOfPet = db
    .select({ id: scanRecords.conversationId })
    .from(scanRecords)
    .where(and(ofPet, isNotNull(scanRecords.conversationId)));
  await db.delete(escalations).where(and(eq(escalations.petId, petId), eq(escalations.ownerId, fromId)));
  await db.delete(emailBudgets).where(and(eq(emailBudgets.petId, petId), eq(emailBudgets.ownerId, fromId)));
  await db
    .update(conversations)
    .set({ ownerId: toId, finderContact: null, finderWhatsapp: null, state: "closed", stateAt: tx.clock.now() })
    .where(and(inArray(conversations.id, conversationsOfPet), eq(conversations.ownerId, fromId)));
  await db
    .update(handovers)
    .set({ ownerId: toId })
    .where(and(eq(handovers.petId, petId), eq(handovers.ownerId, fromId)));
  await db
    .delete(tagTests)
    .where(
      and(
        eq(tagTests.ownerId, fromId),
        inArray(tagTests.tagId, db.select({ id: tags.id }).from(tags).where(eq(tags.petId, petId))),
      ),
    );
  await db
    .delete(liveLocationShares)
    .where(inArray(liveLocationShares.scanId, db.select({ id: scanRecords.id }).from(scanRecords).where(ofPet)));
  await db.update(scanRecords).set({ ownerId: toId }).where(ofPet);
}
