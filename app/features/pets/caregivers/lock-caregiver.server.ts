import { and, eq, inArray } from "drizzle-orm";
import { href } from "react-router";
import type { CaregiverNews } from "#app/features/notifications/notifications.rules.ts";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { getCaregiverState } from "../pet-access.server.ts";
import { livePet, petCaregivers, pets } from "../pets.tables.server.ts";

/**
 * Locks both accounts in a fixed order, then the pet, then the caregiver row, so that concurrent changes take effect
 * one after the other. 404 when the row does not exist, its pet is removed or has another owner, or the actor's account
 * was deleted.
 */
export async function lockCaregiver(tx: AppContext, id: string | undefined, actor: { id: string }) {
  const rows = await tx.db
    .select()
    .from(petCaregivers)
    .where(eq(petCaregivers.id, id ?? ""));
  const [before] = rows;
  if (!before) throw notFound();
  const { ownerId, caregiverId, petId } = before;
  const people = await tx.db
    .select({ id: users.id, firstName: users.firstName, timeZone: users.timeZone, suspendedAt: users.suspendedAt })
    .from(users)
    .where(inArray(users.id, [ownerId, caregiverId ?? actor.id, actor.id]))
    .orderBy(users.id)
    .for("no key update");
  const [pet] = await tx.db
    .select({ id: pets.id, name: pets.name })
    .from(pets)
    .where(and(eq(pets.id, petId), eq(pets.ownerId, ownerId), livePet))
    .for("key share");
  const [care] = await tx.db.select().from(petCaregivers).where(eq(petCaregivers.id, before.id)).for("update");
  const owner = people.find((one) => one.id === ownerId);
  if (!pet || !care || !owner || !people.some((one) => one.id === actor.id)) throw notFound();
  return { care, pet, owner, people, state: getCaregiverState(tx, care, owner) };
}

type LockedCaregiver = Awaited<ReturnType<typeof lockCaregiver>>;

export const getInvitationPath = (id: string) =>
  href("/dashboard/care-invitations/:invitationId", { invitationId: id });

/** Notifies a user of a change to the care of a pet. */
export async function notifyCaregiverChange(
  tx: AppContext,
  { care, pet }: Pick<LockedCaregiver, "care" | "pet">,
  userId: string,
  caregiverNews: CaregiverNews,
  who: string,
  options: Pick<NewNotification, "isInboxOnly"> = {},
): Promise<void> {
  const links: Partial<Record<CaregiverNews, string>> = {
    invited: getInvitationPath(care.id),
    ended: href("/dashboard/pets"),
    newOwner: href("/dashboard/pets"),
  };
  const notification: NewNotification = {
    userId,
    kind: "care",
    params: { petName: pet.name, finderName: who, caregiverNews },
    link: links[caregiverNews] ?? href("/dashboard/pets/:petId/caregivers", { petId: pet.id }),
    topic: care.id,
    ...options,
  };
  await sendNotifications(tx, [notification]);
}
