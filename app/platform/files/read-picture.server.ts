import sharp, { type Sharp } from "sharp";
import { Refusal } from "../http/refusal.server.ts";
import { reading } from "../turns.server.ts";
import { photoMaxBytes } from "./photos.ts";

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
/** A picture of few pixels that is very long costs its decoder as much as a large one, and shows nothing. */
const longestSide = 12_000;
const mostTimesAsLong = 20;
/** Seconds that one step of a decoder may take. */
const patience = 5;
const formats = new Set(["jpeg", "png", "webp", "heif"]);

/** Each that waits is held whole in memory, with at most 10 MB. */
const mostWaiting = 20;
/** What so many need at the least, in seconds. */
const pause = 10;

/** Whether a file begins as a JPEG, PNG, WebP or AVIF does; no other decoder ever sees what comes from outside. */
function beginsAsPhoto(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return /^(\xff\xd8\xff|\x89PNG|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp)/.test(head);
}

/**
 * Opens a picture from outside, two at a time: at most 10 MB and 40 megapixels of JPEG, PNG, WebP or AVIF, told by its
 * content, no side longer than 12,000 pixels or than 20 times the other. `work` gets it upright, at most 1600 pixels a side, without anything else that was in the file (place, camera,
 * thumbnail). Refuses with a message for the field `field`, also (503) while twenty others wait for their turn.
 */
export async function readPicture<Result>(
  bytes: Uint8Array,
  field: string,
  work: (picture: () => Sharp) => Promise<Result>,
): Promise<Result> {
  if (bytes.byteLength === 0) throw new Refusal("form.photoNotImage", 415, { field });
  if (bytes.byteLength > photoMaxBytes) throw new Refusal("form.photoTooLarge", 413, { field });
  if (!beginsAsPhoto(bytes)) throw new Refusal("form.photoNotImage", 415, { field });
  if (reading.waiting() >= mostWaiting)
    throw new Refusal("form.photosBusy", 503, { field, params: { seconds: pause } });
  return reading.take(() => decode(bytes, field, work));
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
      throw new Refusal(/pixel limit/i.test(error.message) ? "form.photoTooManyPixels" : "form.photoNotImage", 415, {
        field,
      });
    });
  if (!formats.has(meta.format ?? "")) throw new Refusal("form.photoNotImage", 415, { field });
  const { width = 0, height = 0 } = meta;
  if (width * height > maxPixels) throw new Refusal("form.photoTooManyPixels", 413, { field });
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > longestSide || long > short * mostTimesAsLong) throw new Refusal("form.photoTooLong", 413, { field });
  try {
    const largest = await open()
      .timeout({ seconds: patience })
      .rotate()
      .resize({ width: 1600, height: 1600, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 0 })
      .toBuffer();
    return await work(() => sharp(largest));
  } catch (error) {
    if (/pixel limit|exceeds/i.test((error as Error).message))
      throw new Refusal("form.photoTooManyPixels", 413, { field });
    throw new Refusal("form.photoDamaged", 415, { field });
  }
}
