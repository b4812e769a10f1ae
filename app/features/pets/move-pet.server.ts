import { and, eq, sql } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { endAllCaregiving } from "./caregivers/caregivers.server.ts";
import { getPetQuota, requirePetQuota } from "./pet-quota.server.ts";
import { livePet, petContacts, petHealthEvents, petLost, petShares, pets } from "./pets.tables.server.ts";

/** Transfer of a pet to another owner, in the transaction that has locked both accounts. */
export interface PetMove {
  petId: string;
  fromId: string;
  toId: string;
}

/**
 * Moves a pet to the new owner with its record and timeline. Data of the old owner is removed: emergency contacts, the
 * phone number for finders, share links and all care. Rejects a lost pet with 409 (`transfer.isLost`), and when the new
 * owner's plan limit is reached. Returns false when the pet no longer belongs to the old owner.
 */
export async function movePet(tx: AppContext, { petId, fromId, toId }: PetMove): Promise<boolean> {
  const own = and(eq(pets.id, petId), eq(pets.ownerId, fromId), livePet);
  const [found] = await tx.db.select({ id: pets.id, name: pets.name }).from(pets).where(own).for("update");
  if (!found) return false;
  await requireNotLost(tx, petId);
  requirePetQuota(await getPetQuota(tx, { id: toId }));
  const now = tx.clock.now();
  await tx.db
    .update(pets)
    .set({
      ...{ ownerId: toId, idempotencyKey: null, finderPhone: null, showPhone: false },
      ...{ version: sql`${pets.version} + 1`, updatedAt: now },
    })
    .where(eq(pets.id, petId));
  await tx.db.delete(petContacts).where(eq(petContacts.petId, petId));
  // With their visits, which are not the new owner's to know.
  await tx.db.delete(petShares).where(eq(petShares.petId, petId));
  // Form keys of the old owner must not match submissions of the new one.
  await tx.db.update(petHealthEvents).set({ idempotencyKey: null }).where(eq(petHealthEvents.petId, petId));
  const [previousOwner] = await tx.db.select({ firstName: users.firstName }).from(users).where(eq(users.id, fromId));
  await endAllCaregiving(tx, { ...found, ownerName: previousOwner?.firstName ?? "" });
  return true;
}

/** Whether the pet is lost; a lost pet cannot be transferred. */
export async function isPetLost({ db }: AppContext, petId: string): Promise<boolean> {
  const [lost] = await db.select({ since: petLost.since }).from(petLost).where(eq(petLost.petId, petId));
  return Boolean(lost);
}

/** Throws 409 (`transfer.isLost`) when the pet is lost. */
export async function requireNotLost(ctx: AppContext, petId: string): Promise<void> {
  if (await isPetLost(ctx, petId)) throw new AppError("transfer.isLost", 409);
}
