import { and, eq, gte, isNotNull, isNull, notExists, or, sql } from "drizzle-orm";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { petCaregivers } from "../caregivers.tables.server.ts";

const day = 24 * 3_600_000;

/**
 * Deletes what former caregivers were notified of about a pet, with places and names: of one owner's pet, or, for care
 * that ended with its last day, of all. Notifications that care began or ended stay.
 */
export async function deleteNotificationsOfEndedCare(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  pet: { id: string; ownerId: string } | null = null,
): Promise<void> {
  // The last day is over a day later at the latest, in any time zone.
  const lastDay = new Date(clock.now().getTime() - day).toISOString().slice(0, 10);
  const caring = db
    .select({ one: sql`1` })
    .from(petCaregivers)
    .where(
      and(
        eq(petCaregivers.caregiverId, notifications.userId),
        eq(petCaregivers.ownerId, notifications.petOwnerId),
        or(isNull(notifications.petId), eq(petCaregivers.petId, notifications.petId)),
        isNotNull(petCaregivers.acceptedAt),
        isNull(petCaregivers.endedAt),
        or(isNull(petCaregivers.untilDay), gte(petCaregivers.untilDay, lastDay)),
      ),
    );
  const ofPet = pet
    ? and(eq(notifications.petOwnerId, pet.ownerId), or(isNull(notifications.petId), eq(notifications.petId, pet.id)))
    : undefined;
  await db.delete(notifications).where(and(isNotNull(notifications.petOwnerId), ofPet, notExists(caring)));
}

/** Removes the places from what a caregiver was notified of, when they may no longer read the pet's record. */
export async function deletePlacesInNotifications(
  { db }: Pick<AppContext, "db">,
  { caregiverId, petId, ownerId }: { caregiverId: string; petId: string; ownerId: string },
): Promise<void> {
  await db
    .update(notifications)
    .set({ params: sql`${notifications.params} - 'place'` })
    .where(
      and(
        eq(notifications.userId, caregiverId),
        eq(notifications.petOwnerId, ownerId),
        or(isNull(notifications.petId), eq(notifications.petId, petId)),
      ),
    );
}
