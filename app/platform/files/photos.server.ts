import sharp, { type Sharp } from "sharp";
import { AppError } from "../app-error.server.ts";
import { createId } from "../db/uuid.server.ts";
import type { Limits } from "../limits/limits.server.ts";
import { createQueue } from "../work-queue.server.ts";
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

/** Widths that are stored with an upload; the others are made of the largest when they are first asked for. */
const uploadedWidths = [160, 640, 1600] as const satisfies readonly PhotoWidth[];

const quality = 80;

const keyOf = (photoId: string, width: PhotoWidth, format: string) => `photos/${photoId}/${width}.${format}`;

/**
 * Stores an uploaded photo (see `readPicture`) in some of its widths and returns its id; anybody who knows its URL can see
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
  for (const width of uploadedWidths) {
    const resized = () => picture().resize({ width, withoutEnlargement: true });
    out.push({ width, format: "webp", data: await resized().webp({ quality }).toBuffer() });
    if (width === 640 && forFinders) out.push({ width, format: "avif", data: await smallAvif(resized) });
  }
  return out;
}

/** Returns an AVIF of at most 20 KB, as required by the finder's page. */
async function smallAvif(resized: () => Sharp): Promise<Buffer> {
  let best = await resized().avif({ quality: 50, effort: 1 }).toBuffer();
  for (const lower of [38, 26, 15]) {
    if (best.byteLength <= finderBytes) return best;
    best = await resized().avif({ quality: lower, effort: 1 }).toBuffer();
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
  const [, digits, format] = /^(\d{3,4})\.(webp|avif)$/.exec(name) ?? [];
  const width = photoWidths.find((one) => String(one) === digits);
  if (!width || !format || !/^[0-9a-f-]{36}$/.test(photoId)) return null;
  return keyOf(photoId, width, format);
}

/** One at a time: a rendition of 1600 by 1600 pixels takes 10 MB. */
const renditionQueue = createQueue(1);
const inProgress = new Map<string, Promise<Uint8Array | null>>();

/** Makes a rendition of the largest one and stores it; null if the photo does not exist. */
async function addRendition(files: Files, photoId: string, key: string, width: number): Promise<Uint8Array | null> {
  const source = keyOf(photoId, 1600, "webp");
  const largest = await files.find(source);
  if (!largest) return null;
  const made = await renditionQueue.run(() =>
    sharp(largest).resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer(),
  );
  await files.put(key, made, "image/webp");
  // A photo that was deleted meanwhile leaves nothing behind.
  if (!(await files.find(source))) await deletePhoto(files, photoId);
  return made;
}

/**
 * Returns the bytes and type of a rendition such as `<photoId>/640.webp`, or null if it does not exist. A width that is
 * not stored with the upload is made and stored at the first call.
 */
export async function findPhoto(files: Files, photoId: string, name: string) {
  const key = findPhotoKey(photoId, name);
  const width = Number.parseInt(name, 10);
  const isMade = name.endsWith(".webp") && !uploadedWidths.some((one) => one === width);
  let bytes = key && (await files.find(key));
  if (key && !bytes && isMade) {
    const running = inProgress.get(key) ?? addRendition(files, photoId, key, width);
    inProgress.set(key, running);
    bytes = await running.finally(() => inProgress.delete(key));
  }
  return bytes ? { bytes, type: `image/${name.split(".").at(-1)}` } : null;
}

/** Renditions that this process knows to be stored. */
const known = new Set<string>();
const maxKnown = 20_000;

/** Makes sure that a rendition of an existing photo is stored, for whoever serves it from the storage. */
export async function ensurePhoto(files: Files, photoId: string, name: string): Promise<void> {
  const key = `${photoId}/${name}`;
  if (uploadedWidths.some((width) => name.startsWith(`${width}.`)) || known.has(key)) return;
  if (!(await findPhoto(files, photoId, name))) return;
  if (known.size >= maxKnown) known.clear();
  known.add(key);
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
