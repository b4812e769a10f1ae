import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { markNotificationsRead } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { canAnswer } from "../caregivers.rules.ts";
import { getCaregiverState } from "../pet-access.server.ts";
import { briefPetColumns, livePet, petCaregivers, pets } from "../pets.tables.server.ts";
import { getInvitationPath, lockCaregiver, notifyCaregiverChange } from "./lock-caregiver.server.ts";

/**
 * Returns an invitation addressed to the actor, in any state, with the pet's portrait and the owner's first name; 404
 * for anybody else.
 */
export async function getInvitation(ctx: AppContext, actor: Pick<Actor, "id" | "email">, invitationId: string) {
  const [row] = await ctx.db
    .select({
      care: petCaregivers,
      pet: briefPetColumns,
      owner: { firstName: users.firstName, timeZone: users.timeZone },
    })
    .from(petCaregivers)
    .innerJoin(pets, and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, petCaregivers.ownerId), livePet))
    .innerJoin(users, eq(users.id, petCaregivers.ownerId))
    .where(eq(petCaregivers.id, invitationId));
  if (!row || !canAnswer(actor, row.care)) throw notFound("invitation");
  const { care, pet, owner } = row;
  const { level, untilDay, caregiverId } = care;
  const state = getCaregiverState(ctx, care, owner);
  return { pet, level, untilDay, ownerName: owner.firstName, state, isMine: caregiverId === actor.id };
}

/**
 * Returns an invitation that the actor has sent for a pet that is still theirs: to whom, and whether it waits for an
 * answer; null for any other.
 */
export async function findOwnInvitation(ctx: AppContext, actor: Pick<Actor, "id">, invitationId: string) {
  const [row] = await ctx.db
    .select({ care: petCaregivers, owner: { timeZone: users.timeZone } })
    .from(petCaregivers)
    .innerJoin(pets, and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, actor.id), livePet))
    .innerJoin(users, eq(users.id, petCaregivers.ownerId))
    .where(and(eq(petCaregivers.id, invitationId), eq(petCaregivers.ownerId, actor.id)));
  if (!row) return null;
  const { care, owner } = row;
  return { petId: care.petId, email: care.email, isWaiting: getCaregiverState(ctx, care, owner) === "waiting" };
}

/** Maximum number of invitations listed for one person. */
const maxListed = 10;

/** Lists the invitations that wait for the actor's answer, the latest first, with the pet's name and the owner's. */
export async function listInvitationsTo(
  ctx: Pick<AppContext, "db" | "clock">,
  actor: Pick<Actor, "id" | "email">,
): Promise<{ id: string; petName: string; ownerName: string }[]> {
  if (!actor.email) return [];
  const rows = await ctx.db
    .select({ care: petCaregivers, petName: pets.name, owner: users })
    .from(petCaregivers)
    .innerJoin(pets, and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, petCaregivers.ownerId), livePet))
    .innerJoin(users, eq(users.id, petCaregivers.ownerId))
    .where(
      and(
        eq(petCaregivers.email, actor.email.toLowerCase()),
        ne(petCaregivers.ownerId, actor.id),
        isNull(petCaregivers.acceptedAt),
        isNull(petCaregivers.endedAt),
      ),
    )
    .orderBy(desc(petCaregivers.invitedAt), desc(petCaregivers.id))
    .limit(maxListed);
  return rows.flatMap(({ care, petName, owner }) =>
    getCaregiverState(ctx, care, owner) === "waiting" ? [{ id: care.id, petName, ownerName: owner.firstName }] : [],
  );
}

/**
 * Accepts an invitation addressed to the actor and returns the pet's id. Accepting it again changes nothing. Rejects
 * with 409 (`caregivers.notOpen`) when it was withdrawn, declined or has lapsed, and with 403 (`caregivers.suspended`)
 * when either account is suspended; 404 for anybody else.
 */
export async function acceptInvitation(ctx: AppContext, actor: Actor, invitationId: string): Promise<string> {
  return withTransaction(ctx, async (tx) => {
    const locked = await lockInvitation(tx, actor, invitationId);
    const { care, pet, owner, state } = locked;
    if (state === "caring" && care.caregiverId === actor.id) return pet.id;
    if (state !== "waiting") throw new AppError("caregivers.notOpen", 409);
    if (owner.id === actor.id) throw new AppError("caregivers.yourself", 409);
    const now = tx.clock.now();
    // A caregiver who was also invited by an earlier address keeps only the later invitation.
    await tx.db
      .update(petCaregivers)
      .set({ endedAt: now })
      .where(
        and(
          eq(petCaregivers.petId, pet.id),
          eq(petCaregivers.caregiverId, actor.id),
          ne(petCaregivers.id, care.id),
          isNull(petCaregivers.endedAt),
        ),
      );
    await tx.db
      .update(petCaregivers)
      .set({ caregiverId: actor.id, acceptedAt: now })
      .where(eq(petCaregivers.id, care.id));
    await notifyCaregiverChange(tx, locked, owner.id, "accepted", actor.firstName);
    await markNotificationsRead(tx, actor, { link: getInvitationPath(care.id) });
    return pet.id;
  });
}

/**
 * Declines an invitation addressed to the actor and notifies the owner. Rejects with 409 when it is no longer open; 404
 * for anybody else.
 */
export async function declineInvitation(ctx: AppContext, actor: Actor, invitationId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const locked = await lockInvitation(tx, actor, invitationId);
    if (locked.state !== "waiting") throw new AppError("caregivers.notOpen", 409);
    const ended = { endedAt: tx.clock.now() };
    await tx.db.update(petCaregivers).set(ended).where(eq(petCaregivers.id, locked.care.id));
    await notifyCaregiverChange(tx, locked, locked.owner.id, "declined", actor.firstName);
    await markNotificationsRead(tx, actor, { link: getInvitationPath(locked.care.id) });
  });
}

async function lockInvitation(tx: AppContext, actor: Actor, invitationId: string) {
  const locked = await lockCaregiver(tx, invitationId, actor);
  if (!canAnswer(actor, locked.care)) throw notFound();
  if (locked.people.some(({ suspendedAt }) => suspendedAt)) throw new AppError("caregivers.suspended", 403);
  return locked;
}
