import { eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { withStoredFiles } from "#app/platform/files/files.server.ts";
import { addPhoto, countPhotos, deletePhoto } from "#app/platform/files/photos.server.ts";
import { lockPetToChange, requireEditablePet } from "../pet-access.server.ts";
import { pets } from "../pets.tables.server.ts";
import { updatePhotoHashes } from "./photo-hashes.server.ts";

/**
 * Stores the photo, if there is one, before calling `work`, and deletes it again when `work` throws. Rejects what
 * `addPhoto` rejects, and more photos than an account may upload in a day (`countPhotos`).
 */
export async function withPhoto<Result>(
  { files, limits }: Pick<AppContext, "files" | "limits">,
  actor: { id: string },
  photo: File | undefined,
  work: (photoId: string | null) => Promise<Result>,
): Promise<Result> {
  if (!photo) return work(null);
  await countPhotos(limits, actor.id, "photo");
  const photoId = await addPhoto(files, actor, new Uint8Array(await photo.arrayBuffer()), "photo");
  return withStoredFiles(
    () => work(photoId),
    () => deletePhoto(files, photoId),
  );
}

interface PhotoForm {
  photo?: File | undefined;
  photoFocusX?: number | undefined;
  photoFocusY?: number | undefined;
}

/**
 * Replaces a pet's photo, its focus point (percent from the left and top edge), or both. Returns the pet's name.
 * Rejects an unusable photo, and a focus point without a photo (`pets.choosePhoto`).
 */
export async function updatePetPhoto(
  ctx: AppContext,
  actor: { id: string },
  petId: string,
  form: PhotoForm,
): Promise<string> {
  await requireEditablePet(ctx, actor, petId);
  const { photo, photoFocusX, photoFocusY } = form;
  return withPhoto(ctx, actor, photo, (photoId) =>
    updatePetPhotoColumns(ctx, actor, petId, { ...(photoId && { photoId }), photoFocusX, photoFocusY }),
  );
}

/** Deletes a pet's photo. Returns the pet's name. */
export async function deletePetPhoto(ctx: AppContext, actor: { id: string }, petId: string): Promise<string> {
  return updatePetPhotoColumns(ctx, actor, petId, { photoId: null });
}

interface PhotoColumns {
  photoId?: string | null;
  photoFocusX?: number | undefined;
  photoFocusY?: number | undefined;
}

/** Sets a pet's photo to a stored one or none, or its focus point. Returns the pet's name. */
export async function updatePetPhotoColumns(
  ctx: AppContext,
  actor: { id: string },
  petId: string,
  columns: PhotoColumns,
): Promise<string> {
  const pet = await withTransaction(ctx, async (tx) => {
    const current = await lockPetToChange(tx, actor, petId);
    if (columns.photoId === undefined && !current.photoId)
      throw new AppError("pets.choosePhoto", 400, { field: "photo" });
    const version = sql`${pets.version} + 1`;
    await tx.db
      .update(pets)
      .set({ ...columns, version, updatedAt: ctx.clock.now() })
      .where(eq(pets.id, current.id));
    if (columns.photoId !== undefined) await updatePhotoHashes(tx, current.id, columns.photoId);
    return current;
  });
  if (columns.photoId !== undefined && pet.photoId) await deletePhoto(ctx.files, pet.photoId);
  return pet.name;
}
