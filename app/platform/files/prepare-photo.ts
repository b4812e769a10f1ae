import { detectPhotoFormat, photoHeadBytes, photoMaxBytes } from "./photos.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

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
  const shrunk = await shrinkPhoto(file, format === "heic").catch(() => null);
  if (!shrunk && format === "heic") return { file: null, problem: "form.photoHeic" };
  const sent = shrunk ?? file;
  return sent.size > photoMaxBytes ? { file: null, problem: "form.photoTooLarge" } : { file: sent, problem: null };
}
