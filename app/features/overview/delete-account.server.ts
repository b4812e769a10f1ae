import { asc, eq, or } from "drizzle-orm";
import { type Actor, isAdmin } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { sendFarewell } from "#app/features/accounts/farewell.server.ts";
import { requirePassword } from "#app/features/accounts/own-password.server.ts";
import type { PersonalData } from "#app/features/accounts/personal-data.server.ts";
import { tellSessionsEnded } from "#app/features/accounts/session-end.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { removePhoto } from "#app/platform/files/photos.server.ts";
import { notFound, Refusal } from "#app/platform/http/refusal.server.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import type { World } from "#app/platform/world.server.ts";
import type { DeleteAccountForm } from "./my-data.forms.server.ts";
import { personalData } from "./personal-data.server.ts";

const photoQueue = "overview.leftPhotos";

/** Takes photos and other files of somebody who left out of the storage, after their account is gone for certain. */
export const leftPhotosJob = jobKind<World, { photoIds: string[]; keys?: string[] }>(
  photoQueue,
  {},
  async ({ files }, { photoIds, keys = [] }) => {
    for (const photoId of photoIds) await removePhoto(files, photoId);
    await files.remove(keys);
  },
);

/**
 * Deletes the actor's account in one transaction: all that is held about them goes or loses their name, every device is
 * signed out, a last letter and the removal of their photos are left with the queue.
 * Refuses a wrong password, a confirmation that is not their own address, and the last administrator.
 */
export async function deleteAccount(world: World, actor: Actor, form: DeleteAccountForm): Promise<void> {
  if (form.confirm !== actor.email) throw new Refusal("overview.leave.notYourAddress", 400, { field: "confirm" });
  await requirePassword(world, actor, form.currentPassword);
  await transaction(world, async (inside) => {
    const user = await lockLeaving(inside, actor);
    const parts: PersonalData[] = Object.values(personalData);
    const photos = await Promise.all(parts.map(async (part) => (await part.photos?.(inside, user)) ?? []));
    const files = await Promise.all(parts.map(async (part) => (await part.files?.(inside, user)) ?? []));
    for (const part of parts.toReversed()) await part.erase?.(inside, user);
    await inside.db.delete(users).where(eq(users.id, user.id));
    const left = { photoIds: photos.flat().map(({ id }) => id), keys: files.flat().flatMap(({ keys }) => keys) };
    await inside.jobs.send(inside.db, photoQueue, left);
    await sendFarewell(inside, { to: user.email, name: user.firstName, language: user.language });
    await tellSessionsEnded(inside, user.id);
  });
}

/** Administrators are locked together and in one order, so that of the last two only one can leave. */
async function lockLeaving({ db }: World, actor: Actor) {
  const locked = await db
    .select()
    .from(users)
    .where(isAdmin(actor) ? or(eq(users.id, actor.id), eq(users.role, "admin")) : eq(users.id, actor.id))
    .orderBy(asc(users.id))
    .for("update");
  const user = locked.find(({ id }) => id === actor.id);
  if (!user) throw notFound();
  const isNeeded =
    user.role === "admin" && !locked.some((one) => one.id !== user.id && one.role === "admin" && !one.suspendedAt);
  if (isNeeded) throw new Refusal("overview.leave.lastAdmin", 409);
  return user;
}
