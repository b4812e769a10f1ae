import { eq } from "drizzle-orm";
import * as z from "zod";
import { sendAccountDeletedEmail } from "#app/features/auth/account-emails.server.ts";
import { signInNameField } from "#app/features/auth/auth.forms.server.ts";
import { passwordMaxLength } from "#app/features/auth/auth.rules.ts";
import { requirePassword } from "#app/features/auth/password/check-password.server.ts";
import { notifySessionsEnded } from "#app/features/auth/sessions/end-sessions.server.ts";
import { listLostNames } from "#app/features/pets/list/pet-list.server.ts";
import { lockUser, lockUserForDeletion, type User } from "#app/features/users/lock-user.server.ts";
import {
  lockRows,
  type PersonalData,
  type PersonalFile,
  type PersonalPhoto,
} from "#app/features/users/personal-data.server.ts";
import { type Actor, signInNameOf } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { deletePhoto } from "#app/platform/files/photos.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { lockingOrder, personalData } from "./personal-data.server.ts";

const currentPassword = z.string().min(1).max(passwordMaxLength);

export const copyForm = z.object({ currentPassword });

export const deleteAccountForm = z.object({
  currentPassword,
  confirm: signInNameField,
  /** Confirms that the user knows a pet of theirs is lost and its tag will no longer lead to anyone. */
  knowsLost: z
    .literal("on")
    .optional()
    .transform((tick) => tick === "on"),
});

type DeleteAccountForm = Omit<z.output<typeof deleteAccountForm>, "knowsLost"> & { knowsLost?: boolean };

const photoQueue = "account-data.delete-photos";

/** Deletes photos and other files of a deleted account from the storage, once the deletion has been committed. */
export const deletedAccountFilesJob = defineJob<AppContext, { photoIds: string[]; keys?: string[] | undefined }>(
  photoQueue,
  { data: z.object({ photoIds: z.array(z.string()), keys: z.array(z.string()).optional() }) },
  async ({ files }, { photoIds, keys = [] }) => {
    for (const photoId of photoIds) await deletePhoto(files, photoId);
    await files.remove(keys);
  },
);

/**
 * Deletes the actor's account in one transaction: erases or anonymizes everything held about them, ends all sessions,
 * and queues a final e-mail and the deletion of their photos.
 * Rejects a wrong password, a confirmation other than their own address, the last administrator, and an owner of a lost
 * pet who has not confirmed that they know it.
 */
export async function deleteAccount(ctx: AppContext, actor: Actor, form: DeleteAccountForm): Promise<void> {
  if (form.confirm !== signInNameOf(actor))
    throw new AppError("accountData.leave.notYourAddress", 400, { field: "confirm" });
  await requirePassword(ctx, actor, form.currentPassword);
  await withTransaction(ctx, async (tx) => {
    const { user, otherAdmins } = await lockUser(tx, actor.id);
    if (user.role === "admin" && otherAdmins.length === 0) throw new AppError("accountData.leave.lastAdmin", 409);
    const lost = form.knowsLost ? [] : await listLostNames(tx, actor);
    if (lost.length > 0) throw new AppError("accountData.leave.isLost", 409, { field: "knowsLost" });
    await purgeAccountWithEmail(tx, user);
  });
}

/** Erases an account like `purgeAccount` and queues a final e-mail to its owner. */
export async function purgeAccountWithEmail(tx: AppContext, user: User): Promise<void> {
  await purgeAccount(tx, user);
  if (user.email) await sendAccountDeletedEmail(tx, { to: user.email, name: user.firstName, language: user.language });
}

/** Erases an account with everything held about it, in the caller's transaction, without an e-mail. */
export async function purgeAccount(tx: AppContext, user: User): Promise<void> {
  const ownIds: string[] = [user.id];
  for (const part of lockingOrder)
    for (const rows of part.locks?.(tx, user) ?? []) ownIds.push(...(await lockRows(tx, rows)));
  await lockUserForDeletion(tx, user.id);
  const parts: PersonalData[] = Object.values(personalData);
  const photos: PersonalPhoto[] = [];
  const files: PersonalFile[] = [];
  for (const part of parts) {
    photos.push(...((await part.photos?.(tx, user)) ?? []));
    files.push(...((await part.files?.(tx, user)) ?? []));
  }
  for (const part of parts.toReversed()) await part.erase?.(tx, user, ownIds);
  await tx.db.delete(users).where(eq(users.id, user.id));
  const left = { photoIds: photos.map(({ id }) => id), keys: files.flatMap(({ keys }) => keys) };
  await tx.jobs.send(tx.db, photoQueue, left);
  await notifySessionsEnded(tx, user.id);
}
