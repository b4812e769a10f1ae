import sharp, { type Sharp } from "sharp";
import { AppError } from "../http/app-error.server.ts";
import { getNetwork } from "../http/server/client-address.server.ts";
import { decodeQueue } from "../work-queue.server.ts";
import { photoMaxBytes } from "./photos.ts";

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

const maxPixels = 40_000_000;
/** Maximum pixels per side: a very long image is expensive to decode and shows nothing. */
const maxSide = 12_000;
const maxAspectRatio = 20;
/** Maximum seconds for one decoding step. */
const timeoutSeconds = 5;
const formats = new Set(["jpeg", "png", "webp", "heif"]);

/** Maximum number of waiting images; each is in memory, with at most 10 MB. */
const maxWaiting = 20;
/** Maximum number of waiting images of guests, which leaves room for owners. */
const maxGuests = 10;
/** Maximum number of waiting images per account, or per network for guests. */
const maxPerSender = 2;
/** Seconds of `Retry-After` when the queue is full. */
const pause = 10;

/**
 * Returns whether a file starts like a JPEG, PNG, WebP or AVIF. AVIF begins with the length of its first box, which is
 * short: an XML comment in its place would pass for one, and be read by the decoder of our own SVG.
 */
function beginsAsPhoto(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return /^(\xff\xd8\xff|\x89PNG|RIFF[\s\S]{4}WEBP|\0\0[\s\S]{2}ftyp)/.test(head);
}

/** Sender of an image: an account, or a guest's IP address. */
export type PictureSender = { id: string } | { address: string };

/** Number of waiting images by sender. */
const places = new Map<string, number>();

/** Runs `work` in turn, guests after owners. Throws 503 if the queue or the sender's share of it is full. */
async function inTurn<Result>(sender: PictureSender, field: string, work: () => Promise<Result>): Promise<Result> {
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
 * Decodes an uploaded image, two at a time: JPEG, PNG, WebP or AVIF (by content), at most 10 MB and 40 megapixels, no
 * side longer than 12,000 pixels or 20 times the other. `work` receives it rotated upright, at most 1600 pixels per
 * side, without metadata (location, camera, thumbnail). Throws an AppError for `field`; 503 while twenty other images,
 * or two of the same sender, are waiting.
 */
export async function readPicture<Result>(
  bytes: Uint8Array,
  sender: PictureSender,
  field: string,
  work: (picture: () => Sharp) => Promise<Result>,
): Promise<Result> {
  if (bytes.byteLength === 0) throw new AppError("form.photoNotImage", 415, { field });
  if (bytes.byteLength > photoMaxBytes) throw new AppError("form.photoTooLarge", 413, { field });
  if (!beginsAsPhoto(bytes)) throw new AppError("form.photoNotImage", 415, { field });
  return inTurn(sender, field, () => decode(bytes, field, work));
}

async function decode<Result>(
  bytes: Uint8Array,
  field: string,
  work: (picture: () => Sharp) => Promise<Result>,
): Promise<Result> {
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: "truncated", pages: 1 });
  const meta = await open()
    .metadata()
    .catch((error: Error) => {
      throw new AppError(/pixel limit/i.test(error.message) ? "errors.photoTooManyPixels" : "form.photoNotImage", 415, {
        field,
      });
    });
  if (!formats.has(meta.format ?? "")) throw new AppError("form.photoNotImage", 415, { field });
  const { width = 0, height = 0 } = meta;
  if (width * height > maxPixels) throw new AppError("errors.photoTooManyPixels", 413, { field });
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > maxSide || long > short * maxAspectRatio) throw new AppError("errors.photoTooLong", 413, { field });
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
    if (/pixel limit|exceeds/i.test((error as Error).message))
      throw new AppError("errors.photoTooManyPixels", 413, { field });
    throw new AppError("errors.photoDamaged", 415, { field });
  }
}
