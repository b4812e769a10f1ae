import sharp, { type Sharp } from "sharp";
import { newId } from "../db/uuid.server.ts";
import { Refusal } from "../http/refusal.server.ts";
import type { Files } from "./files.server.ts";
import { type PhotoWidth, photoMaxBytes, photoWidths } from "./photos.ts";

// Only decoders for these four may ever run, whatever a file calls itself: SVG can hold scripts, PDF whole programs.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
sharp.cache(false);
sharp.concurrency(1);

const maxPixels = 40_000_000;
const finderBytes = 20 * 1024;
const formats = new Set(["jpeg", "png", "webp", "heif"]);

const atOnce = 2;
let running = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    queue.shift()?.();
  }
}

const keyOf = (photoId: string, width: PhotoWidth, format: string) => `photos/${photoId}/${width}.${format}`;

/** Whether a file begins as a JPEG, PNG, WebP or AVIF does; no other decoder ever sees what comes from outside. */
function beginsAsPhoto(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return /^(\xff\xd8\xff|\x89PNG|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp)/.test(head);
}

/**
 * Takes a photo from outside: at most 10 MB and 40 megapixels of JPEG, PNG, WebP or AVIF, told by its content. It is
 * turned upright, re-encoded in three widths, and everything else in the file (place, camera, thumbnail) is dropped.
 * Only what the finder's page shows needs the small AVIF beside them, which takes longer than all else (`forFinders`).
 * Refuses with a message for the field `field`. Returns the new photo's id.
 */
export async function addPhoto(
  files: Files,
  bytes: Uint8Array,
  field = "photo",
  { forFinders = true } = {},
): Promise<string> {
  if (bytes.byteLength === 0) throw new Refusal("form.photoNotImage", 415, { field });
  if (bytes.byteLength > photoMaxBytes) throw new Refusal("form.photoTooLarge", 413, { field });
  if (!beginsAsPhoto(bytes)) throw new Refusal("form.photoNotImage", 415, { field });
  const renditions = await inTurn(() => encode(bytes, field, forFinders));
  const photoId = newId();
  for (const { width, format, data } of renditions)
    await files.put(keyOf(photoId, width, format), data, `image/${format}`);
  return photoId;
}

async function encode(bytes: Uint8Array, field: string, forFinders: boolean) {
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: "truncated", pages: 1 });
  const meta = await open()
    .metadata()
    .catch((error: Error) => {
      throw new Refusal(/pixel limit/i.test(error.message) ? "form.photoTooManyPixels" : "form.photoNotImage", 415, {
        field,
      });
    });
  if (!formats.has(meta.format ?? "")) throw new Refusal("form.photoNotImage", 415, { field });
  if ((meta.width ?? 0) * (meta.height ?? 0) > maxPixels) throw new Refusal("form.photoTooManyPixels", 413, { field });
  try {
    const largest = await open()
      .rotate()
      .resize({ width: 1600, height: 1600, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 0 })
      .toBuffer();
    const out: { width: PhotoWidth; format: "webp" | "avif"; data: Buffer }[] = [];
    for (const width of photoWidths) {
      const resized = () => sharp(largest).resize({ width, withoutEnlargement: true });
      out.push({ width, format: "webp", data: await resized().webp({ quality: 80 }).toBuffer() });
      if (width === 640 && forFinders) out.push({ width, format: "avif", data: await smallAvif(resized) });
    }
    return out;
  } catch (error) {
    if (/pixel limit|exceeds/i.test((error as Error).message))
      throw new Refusal("form.photoTooManyPixels", 413, { field });
    throw new Refusal("form.photoDamaged", 415, { field });
  }
}

/** The finder's page promises a photo of at most 20 KB. */
async function smallAvif(resized: () => Sharp): Promise<Buffer> {
  let best = await resized().avif({ quality: 50, effort: 3 }).toBuffer();
  for (const quality of [38, 26, 15]) {
    if (best.byteLength <= finderBytes) return best;
    best = await resized().avif({ quality, effort: 3 }).toBuffer();
  }
  if (best.byteLength <= finderBytes) return best;
  return resized().resize({ width: 420 }).avif({ quality: 15, effort: 3 }).toBuffer();
}

/** A rendition's bytes and type for a path such as `<photoId>/640.webp`, or null. */
export async function findPhoto(files: Files, photoId: string, name: string) {
  const match = /^(160|640|1600)\.(webp|avif)$/.exec(name);
  if (!match) return null;
  const bytes = await files.find(keyOf(photoId, Number(match[1]) as PhotoWidth, match[2]!));
  return bytes && { bytes, type: `image/${match[2]}` };
}

export async function removePhoto(files: Files, photoId: string): Promise<void> {
  const names = photoWidths.map((width) => keyOf(photoId, width, "webp"));
  await files.remove([...names, keyOf(photoId, 640, "avif")]);
}
