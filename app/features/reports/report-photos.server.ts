import { addPhoto, copyPhoto, removePhoto } from "#app/platform/files/photos.server.ts";
import type { PictureSender } from "#app/platform/files/read-picture.server.ts";
import type { World } from "#app/platform/world.server.ts";

type Files = Pick<World, "files">;

/**
 * Stores the photos in their order, after a copy of the photo `first` if there is one, before `work`, and takes them away
 * again when it fails or does not keep them.
 */
export async function withPhotos<Result>(
  world: Files,
  sender: PictureSender,
  files: readonly File[],
  work: (photoIds: string[]) => Promise<Result>,
  first: string | null = null,
): Promise<Result> {
  const stored: string[] = [];
  try {
    const copy = first && (await copyPhoto(world.files, first));
    if (copy) stored.push(copy);
    for (const file of files)
      stored.push(await addPhoto(world.files, sender, new Uint8Array(await file.arrayBuffer()), "photos"));
    return await work(stored);
  } catch (error) {
    await removePhotos(world, stored);
    throw error;
  }
}

export async function removePhotos({ files }: Files, photoIds: readonly string[]): Promise<void> {
  await Promise.all(photoIds.map((id) => removePhoto(files, id)));
}
