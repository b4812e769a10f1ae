import sharp, { type Metadata, type Sharp } from "sharp";
import { AppError } from "../app-error.server.ts";
import { getNetwork } from "../limits/client-address.server.ts";
import { decodeQueue } from "../work-queue.server.ts";
import { detectPhotoFormat, photoMaxBytes } from "./photos.ts";

// Allows the decoders of four formats only: SVG can contain scripts, PDF entire programs.
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

/** Maximum pixels per side: a very long image is expensive to decode and shows nothing. */
const maxSide = 16_400;
const maxAspectRatio = 20;
/** Bytes of memory that decoding one image may take. */
const memoryBudget = 256 * 2 ** 20;
/** Images of at most this many pixels may be of any number of bytes. */
const smallPixels = 1_000_000;
/** Maximum seconds for one decoding step. */
const timeoutSeconds = 5;

/** Maximum number of waiting images; each is in memory, with at most 10 MB. */
const maxWaiting = 20;
/** Maximum number of waiting images of guests, which leaves room for owners. */
const maxGuests = 10;
/** Maximum number of waiting images per account, or per network for guests. */
const maxPerSender = 3;
/** Seconds of `Retry-After` when the queue is full. */
const pause = 10;

/** Sender of an image: an account, or a guest's IP address. */
export type PictureSender = { id: string } | { address: string };

/** Number of waiting images by sender. */
const places = new Map<string, number>();

/** Runs `work` in turn, guests after owners. Throws 503 if the queue or the sender's share of it is full. */
export async function inTurn<Result>(
  sender: PictureSender,
  field: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const isGuest = !("id" in sender);
  const key = isGuest ? `network ${getNetwork(sender.address)}` : `account ${sender.id}`;
  const own = places.get(key) ?? 0;
  if (own >= maxPerSender || decodeQueue.waiting() >= (isGuest ? maxGuests : maxWaiting))
    throw new AppError("errors.photosBusy", 503, { field, params: { seconds: pause } });
  places.set(key, own + 1);
  return decodeQueue.run(
    () => {
      const left = (places.get(key) ?? 1) - 1;
      if (left > 0) places.set(key, left);
      else places.delete(key);
      return work();
    },
    { isLast: isGuest },
  );
}

/**
 * Decodes an uploaded image, one at a time, so that all images together stay within one budget of memory: JPEG, PNG,
 * WebP or AVIF (by content), at most 10 MB and 110 megapixels, fewer where the format needs more memory for each; no
 * side longer than 16,400 pixels or 20 times the other. `work` receives it rotated upright, at most 1600 pixels per
 * side, without metadata (location, camera, thumbnail). Throws an AppError for `field`; 503 while twenty other images,
 * or three of the same sender, are waiting.
 */
export async function readPicture<Result>(
  bytes: Uint8Array,
  sender: PictureSender,
  field: string,
  work: (picture: () => Sharp) => Promise<Result>,
): Promise<Result> {
  if (bytes.byteLength === 0) throw new AppError("form.photoNotImage", 415, { field });
  if (bytes.byteLength > photoMaxBytes) throw new AppError("form.photoTooLarge", 413, { field });
  const format = detectPhotoFormat(bytes);
  if (!format) throw new AppError("form.photoNotImage", 415, { field });
  if (format === "heic") throw new AppError("form.photoHeic", 415, { field });
  return inTurn(sender, field, () => decode(bytes, field, work));
}

/**
 * Limits of each format: pixels, and pixels per byte of a file, so that a file of some kilobytes cannot be the work of
 * a photo. Photos have less than 50 pixels per byte; flat areas about 350 in JPEG and PNG, and 100,000 in AVIF.
 */
const limits = {
  /** Decoded row by row and smaller from the start; phones take photos of up to 108 megapixels. */
  jpeg: { pixels: 110_000_000, perByte: 500 },
  png: { pixels: 40_000_000, perByte: 500 },
  webp: { pixels: 40_000_000, perByte: 500 },
  /** AVIF, of which every pixel takes 18 bytes of memory while it is decoded, 25 with more than 8 bits. */
  heif: { pixels: 14_000_000, perByte: 200 },
};

/** Returns the bytes of memory per pixel of an image that can only be decoded as a whole, as measured; otherwise 0. */
function bytesPerPixel({ format, isProgressive, depth, channels, chromaSubsampling, pages = 1 }: Metadata): number {
  if (format === "heif") return depth === "ushort" ? 25 : 18;
  // Two frames of an animation in RGBA, and the one that is drawn over them.
  if (format === "webp" && pages > 1) return 12;
  if (!isProgressive) return 0;
  // All coefficients of a progressive JPEG; all rows of an interlaced PNG.
  if (format === "jpeg") return chromaSubsampling === "4:2:0" ? 3 : 2 * channels;
  return channels * (depth === "ushort" ? 2 : 1) + 2;
}

async function decode<Result>(
  bytes: Uint8Array,
  field: string,
  work: (picture: () => Sharp) => Promise<Result>,
): Promise<Result> {
  const tooManyPixels = () => new AppError("errors.photoTooManyPixels", 413, { field });
  const open = () => sharp(bytes, { limitInputPixels: limits.jpeg.pixels, failOn: "truncated", pages: 1 });
  const meta = await open()
    .metadata()
    .catch((error: Error) => {
      throw /pixel limit/i.test(error.message) ? tooManyPixels() : new AppError("form.photoNotImage", 415, { field });
    });
  const limit = limits[meta.format as keyof typeof limits];
  if (!limit) throw new AppError("form.photoNotImage", 415, { field });
  if (meta.compression === "hevc") throw new AppError("form.photoHeic", 415, { field });
  const { width, height } = meta;
  const pixels = width * height;
  if (pixels > limit.pixels || pixels * bytesPerPixel(meta) > memoryBudget) throw tooManyPixels();
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > maxSide || long > short * maxAspectRatio) throw new AppError("errors.photoTooLong", 413, { field });
  if (pixels > Math.max(smallPixels, bytes.byteLength * limit.perByte)) throw tooManyPixels();
  try {
    const largest = await open()
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize({ width: 1600, height: 1600, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 0 })
      .toBuffer();
    return await work(() => sharp(largest));
  } catch (error) {
    if (/pixel limit|exceeds/i.test((error as Error).message)) throw tooManyPixels();
    throw new AppError("errors.photoDamaged", 415, { field });
  }
}
