import { detectPhotoFormat, photoHeadBytes, photoMaxBytes } from "./photos.ts";

/** Longest side in pixels of the largest rendition that is stored. */
const maxSide = 1600;
/** Bytes from which a photo is encoded again even if its pixels are few. */
const resizeThreshold = 1_000_000;
/** Of the JPEG that is sent. */
const quality = 0.85;

export type PhotoProblem = "form.photoNotImage" | "form.photoTooLarge" | "form.photoHeic";

type Prepared = { file: File; problem: null } | { file: null; problem: PhotoProblem };

/**
 * Returns what the browser sends of a chosen file, judged by its content and not by its name or type: a photo is shrunk
 * to the largest size that is stored, so that phones' photos of up to 200 megapixels can be sent on a weak connection;
 * one that this browser cannot decode is left to the server. Browsers that decode HEIC convert it.
 */
export async function preparePhoto(file: File): Promise<Prepared> {
  const format = detectPhotoFormat(new Uint8Array(await file.slice(0, photoHeadBytes).arrayBuffer()));
  if (!format) return { file: null, problem: "form.photoNotImage" };
  const shrunk = await shrink(file, format === "heic").catch(() => null);
  if (!shrunk && format === "heic") return { file: null, problem: "form.photoHeic" };
  const sent = shrunk ?? file;
  return sent.size > photoMaxBytes ? { file: null, problem: "form.photoTooLarge" } : { file: sent, problem: null };
}

/** Returns a smaller JPEG, or the file itself if it is small enough and need not be converted. Throws if undecodable. */
async function shrink(file: File, mustConvert: boolean): Promise<File> {
  const picture = await decode(file);
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size < resizeThreshold && !mustConvert) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    // JPEG has no transparency.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture.source, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (!blob || (blob.size >= file.size && scale === 1 && !mustConvert)) return file;
    return new File([blob], file.name.replace(/(\.\w+)?$/, ".jpg"), { type: blob.type });
  } finally {
    picture.close();
  }
}

interface Decoded {
  source: CanvasImageSource;
  width: number;
  height: number;
  close(): void;
}

/** Decodes a photo upright. An image element is tried last: it decodes sizes for which no bitmap can be had. */
async function decode(file: File): Promise<Decoded> {
  try {
    const bitmap = await createImageBitmap(file);
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  } catch {
    const image = new Image();
    image.src = URL.createObjectURL(file);
    const close = () => URL.revokeObjectURL(image.src);
    try {
      await image.decode();
    } catch (error) {
      close();
      throw error;
    }
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  }
}
