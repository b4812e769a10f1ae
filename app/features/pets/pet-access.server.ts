import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { accessTo, type CaregiverState, canEditPet, caregiverState, type PetAccess } from "./caregivers.rules.ts";
import { livePet, petCaregivers, pets } from "./pets.tables.server.ts";

type PetContext = Pick<AppContext, "db" | "clock">;
type UserRef = { id: string };
type CaregiverRow = typeof petCaregivers.$inferSelect;

/** Returns the current time with its calendar day in the owner's time zone. */
export function getMoment({ clock }: Pick<AppContext, "clock">, { timeZone }: { timeZone: string }) {
  const now = clock.now();
  return { now, today: dayIn(now, timeZone) };
}

export function getCaregiverState(
  ctx: Pick<AppContext, "clock">,
  care: CaregiverRow,
  owner: { timeZone: string },
): CaregiverState {
  return caregiverState(care, getMoment(ctx, owner));
}

/** Condition that joins a pet in `pets` with the actor's care for it. */
export const isOpenCareOf = (actor: UserRef) =>
  and(
    eq(petCaregivers.petId, pets.id),
    eq(petCaregivers.ownerId, pets.ownerId),
    eq(petCaregivers.caregiverId, actor.id),
    isNull(petCaregivers.endedAt),
  );

/**
 * Returns the actor's current access to a pet and its owner; null for pets without access, removed ones and unknown
 * ids.
 */
export async function findAccess(ctx: PetContext, actor: UserRef, petId: string) {
  const [row] = await ctx.db
    .select({ ownerId: pets.ownerId, timeZone: users.timeZone, ownerName: users.firstName, care: petCaregivers })
    .from(pets)
    .innerJoin(users, eq(users.id, pets.ownerId))
    .leftJoin(petCaregivers, isOpenCareOf(actor))
    .where(and(eq(pets.id, petId), livePet));
  const access = row ? accessTo(actor, row, row.care, getMoment(ctx, row)) : null;
  if (!row || !access) return null;
  return { access, ownerId: row.ownerId, ownerName: row.ownerName, untilDay: row.care?.untilDay ?? null };
}

/** Returns the id of a pet that the actor may change; rejects as `lockPetToChange` does. */
export async function requireEditablePet(ctx: PetContext, actor: UserRef, petId: string): Promise<string> {
  const found = await findAccess(ctx, actor, petId);
  if (!found || !canEditPet(found.access)) throw await buildAccessError(ctx, actor, petId, found?.access);
  return petId;
}

/**
 * Locks a pet for a change by its owner or a caregiver with edit access, and checks the access again under the lock:
 * care that ends concurrently takes effect before the change or after it. Records the time of a caregiver's change.
 * Rejects with 403 caregivers without edit access (`pets.caregivers.mayNotChange`) and those whose care has ended
 * (`pets.caregivers.endedMeanwhile`); 404 for everybody else.
 */
export async function lockPetToChange(tx: PetContext, actor: UserRef, petId: string) {
  const [pet] = await tx.db
    .select({
      id: pets.id,
      ownerId: pets.ownerId,
      name: pets.name,
      version: pets.version,
      photoId: pets.photoId,
      weightKg: pets.weightKg,
      birthdate: pets.birthdate,
    })
    .from(pets)
    .where(and(eq(pets.id, petId), livePet))
    .for("no key update");
  const isOwner = pet?.ownerId === actor.id;
  if (pet && !isOwner) await lockOpenCaregiver(tx, actor, petId);
  const access = pet && !isOwner ? (await findAccess(tx, actor, petId))?.access : isOwner ? "owner" : undefined;
  if (!pet || !access || !canEditPet(access)) throw await buildAccessError(tx, actor, petId, access);
  if (access !== "owner")
    await tx.db.update(petCaregivers).set({ changedAt: tx.clock.now() }).where(openCaregiver(actor, petId));
  return { ...pet, access };
}

const openCaregiver = (actor: UserRef, petId: string) =>
  and(eq(petCaregivers.petId, petId), eq(petCaregivers.caregiverId, actor.id), isNull(petCaregivers.endedAt));

async function lockOpenCaregiver({ db }: PetContext, actor: UserRef, petId: string): Promise<void> {
  await db.select({ id: petCaregivers.id }).from(petCaregivers).where(openCaregiver(actor, petId)).for("update");
}

/** Former caregivers are told that their care has ended; for everybody else the pet does not exist. */
async function buildAccessError(ctx: PetContext, actor: UserRef, petId: string, access: PetAccess | undefined) {
  if (access) return new AppError("pets.caregivers.mayNotChange", 403);
  return (await hasEverCared(ctx, actor, petId)) ? new AppError("pets.caregivers.endedMeanwhile", 403) : notFound();
}

/** Whether the actor cares or cared for a pet, as far as the row has not been purged. */
async function hasEverCared({ db }: PetContext, actor: UserRef, petId: string): Promise<boolean> {
  const condition = and(
    eq(petCaregivers.petId, petId),
    eq(petCaregivers.caregiverId, actor.id),
    isNotNull(petCaregivers.acceptedAt),
  );
  const [row] = await db.select({ id: petCaregivers.id }).from(petCaregivers).where(condition).limit(1);
  return row !== undefined;
}

/** Whether the actor's care for a pet has ended; form pages then keep what they typed. */
export async function isCaregivingOver(ctx: PetContext, actor: UserRef, petId: string): Promise<boolean> {
  return (await findAccess(ctx, actor, petId)) === null && (await hasEverCared(ctx, actor, petId));
}
