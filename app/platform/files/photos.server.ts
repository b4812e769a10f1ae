import type { Sharp } from "sharp";
import { createId } from "../db/uuid.server.ts";
import { AppError } from "../http/app-error.server.ts";
import type { Limits } from "../http/limits/limits.server.ts";
import type { Files } from "./files.server.ts";
import { type PhotoWidth, photoWidths } from "./photos.ts";
import { type PictureSender, readPicture } from "./read-picture.server.ts";

/** One stored size of a photo. */
export interface Rendition {
  width: PhotoWidth;
  format: "webp" | "avif";
  data: Buffer;
}

const finderBytes = 20 * 1024;

const keyOf = (photoId: string, width: PhotoWidth, format: string) => `photos/${photoId}/${width}.${format}`;

/**
 * Stores an uploaded photo (see `readPicture`) in three widths and returns its id; anybody who knows its URL can see
 * it. `forFinders` adds the small AVIF for the finder's page, which takes longer than all others. Throws an AppError
 * for `field`.
 */
export async function addPhoto(
  files: Files,
  sender: PictureSender,
  bytes: Uint8Array,
  field = "photo",
  { forFinders = true } = {},
): Promise<string> {
  return addRenditions(
    files,
    await readPicture(bytes, sender, field, (picture) => createRenditions(picture, forFinders)),
  );
}

/** Stores the renditions of a photo and returns its id. */
export async function addRenditions(files: Files, renditions: readonly Rendition[]): Promise<string> {
  const photoId = createId();
  try {
    for (const { width, format, data } of renditions)
      await files.put(keyOf(photoId, width, format), data, `image/${format}`);
  } catch (error) {
    await deletePhoto(files, photoId);
    throw error;
  }
  return photoId;
}

/** Encodes a photo's renditions; `forFinders` adds the small AVIF. */
export async function createRenditions(picture: () => Sharp, forFinders: boolean): Promise<Rendition[]> {
  const out: Rendition[] = [];
  for (const width of photoWidths) {
    const resized = () => picture().resize({ width, withoutEnlargement: true });
    out.push({ width, format: "webp", data: await resized().webp({ quality: 80 }).toBuffer() });
    if (width === 640 && forFinders) out.push({ width, format: "avif", data: await smallAvif(resized) });
  }
  return out;
}

/** Returns an AVIF of at most 20 KB, as required by the finder's page. */
async function smallAvif(resized: () => Sharp): Promise<Buffer> {
  let best = await resized().avif({ quality: 50, effort: 1 }).toBuffer();
  for (const quality of [38, 26, 15]) {
    if (best.byteLength <= finderBytes) return best;
    best = await resized().avif({ quality, effort: 1 }).toBuffer();
  }
  if (best.byteLength <= finderBytes) return best;
  return resized().resize({ width: 420 }).avif({ quality: 15, effort: 1 }).toBuffer();
}

/**
 * Copies a photo, so that each copy can be deleted separately; returns the new id, or null if the photo no longer
 * exists.
 */
export async function copyPhoto(files: Files, photoId: string): Promise<string | null> {
  const copyId = createId();
  let isFound = false;
  for (const key of listPhotoKeys(photoId)) {
    const bytes = await files.find(key);
    if (!bytes) continue;
    isFound = true;
    await files.put(key.replace(photoId, copyId), bytes, `image/${key.split(".").at(-1)}`);
  }
  return isFound ? copyId : null;
}

/** Returns the storage key of a rendition such as `<photoId>/640.webp`; null for an invalid name. */
export function findPhotoKey(photoId: string, name: string): string | null {
  const match = /^(160|640|1600)\.(webp|avif)$/.exec(name);
  if (!match || !/^[0-9a-f-]{36}$/.test(photoId)) return null;
  return keyOf(photoId, Number(match[1]) as PhotoWidth, match[2]!);
}

/** Returns the bytes and type of a rendition such as `<photoId>/640.webp`, or null if it does not exist. */
export async function findPhoto(files: Files, photoId: string, name: string) {
  const key = findPhotoKey(photoId, name);
  const bytes = key && (await files.find(key));
  return bytes ? { bytes, type: `image/${name.split(".").at(-1)}` } : null;
}

export async function deletePhoto(files: Files, photoId: string): Promise<void> {
  await files.remove(listPhotoKeys(photoId));
}

/** Returns the storage keys of all renditions of a photo. */
export function listPhotoKeys(photoId: string): string[] {
  return [...photoWidths.map((width) => keyOf(photoId, width, "webp")), keyOf(photoId, 640, "avif")];
}

const perDay = { name: "photos", points: 60, span: 24 * 3600 };

/**
 * Counts uploaded photos before they are decoded, which is the most expensive work of a form. Throws 429 for `field`
 * after 60 photos of one account per day.
 */
export async function countPhotos(limits: Limits, account: string, field: string, photos = 1): Promise<void> {
  try {
    await limits.take(perDay, account, photos);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("errors.tooManyPhotos", 429, { field, params: { ...error.params, most: perDay.points } });
  }
}
