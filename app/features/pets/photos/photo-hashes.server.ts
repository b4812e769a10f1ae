import { and, eq, inArray, type SQL } from "drizzle-orm";
import * as z from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import {
  fromHashBytes,
  hashPicture,
  type PictureHashes,
  toHashBytes,
} from "#app/platform/files/picture-hashes.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { petPhotos, pets } from "../pets.tables.server.ts";

const queue = "pets.hash-photo";

/**
 * Queues the hashing of a pet's new photo, or removes the hashes if it has none any more. The job does not name the pet,
 * whose account may be erased before it runs.
 */
export async function updatePhotoHashes(
  { db, jobs }: Pick<AppContext, "db" | "jobs">,
  petId: string,
  photoId: string | null,
): Promise<void> {
  if (photoId) await jobs.send(db, queue, { photoId });
  else await db.delete(petPhotos).where(eq(petPhotos.petId, petId));
}

interface PhotoOfPet {
  petId: string;
  photoId: string;
}

/** Hashes a pet's photo and stores the hashes; returns null if the photo's file is gone. */
async function storeHashes(ctx: AppContext, { petId, photoId }: PhotoOfPet): Promise<PictureHashes | null> {
  const photo = await findPhoto(ctx.files, photoId, "640.webp");
  if (!photo) return null;
  const hashes = await hashPicture(photo.bytes);
  const row = { photoId, hashes: toHashBytes(hashes), createdAt: ctx.clock.now() };
  await ctx.db
    .insert(petPhotos)
    .values({ petId, ...row })
    .onConflictDoUpdate({ target: petPhotos.petId, set: row });
  return hashes;
}

/** Returns the hashes of the photos of these pets, by the photo; computes and stores those that are not stored yet. */
async function readHashes(ctx: AppContext, where: SQL | undefined): Promise<Map<string, PictureHashes>> {
  const rows = await ctx.db
    .select({ petId: pets.id, photoId: pets.photoId, hashedId: petPhotos.photoId, hashes: petPhotos.hashes })
    .from(pets)
    .leftJoin(petPhotos, eq(petPhotos.petId, pets.id))
    .where(where);
  const found = new Map<string, PictureHashes>();
  for (const { petId, photoId, hashedId, hashes: stored } of rows) {
    if (!photoId) continue;
    const hashes = stored && hashedId === photoId ? fromHashBytes(stored) : await storeHashes(ctx, { petId, photoId });
    if (hashes) found.set(photoId, hashes);
  }
  return found;
}

/** Returns the hashes of those of the photos that are of the owner's pets, by the photo. */
export function readPhotoHashes(
  ctx: AppContext,
  ownerId: string,
  photoIds: string[],
): Promise<Map<string, PictureHashes>> {
  return readHashes(ctx, and(eq(pets.ownerId, ownerId), inArray(pets.photoId, photoIds)));
}

/** Stores the hashes of a photo if it is still that of a pet. Idempotent. */
export const hashPhotoJob = defineJob<AppContext, { photoId: string }>(
  queue,
  { data: z.object({ photoId: z.uuid() }), retryLimit: 5, expireInSeconds: 60 },
  async (ctx, { photoId }) => void (await readHashes(ctx, eq(pets.photoId, photoId))),
);
