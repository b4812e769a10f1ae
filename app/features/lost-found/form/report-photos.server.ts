import type { AppContext } from "#app/platform/app-context.server.ts";
import { withStoredFiles } from "#app/platform/files/files.server.ts";
import { addPhoto, copyPhoto, deletePhoto } from "#app/platform/files/photos.server.ts";
import type { PictureSender } from "#app/platform/files/read-picture.server.ts";

type Files = Pick<AppContext, "files">;

/**
 * Stores the photos in order, after a copy of the photo `first` if given, and then runs `work`. Deletes them again if
 * storing them or `work` fails.
 */
export async function withPhotos<Result>(
  ctx: Files,
  sender: PictureSender,
  files: readonly File[],
  work: (photoIds: string[]) => Promise<Result>,
  first: string | null = null,
): Promise<Result> {
  const stored: string[] = [];
  return withStoredFiles(
    async () => {
      const copy = first && (await copyPhoto(ctx.files, first));
      if (copy) stored.push(copy);
      for (const file of files)
        stored.push(await addPhoto(ctx.files, sender, new Uint8Array(await file.arrayBuffer()), "photos"));
      return work(stored);
    },
    () => deletePhotos(ctx, stored),
  );
}

export async function deletePhotos({ files }: Files, photoIds: readonly string[]): Promise<void> {
  await Promise.all(photoIds.map((id) => deletePhoto(files, id)));
}
