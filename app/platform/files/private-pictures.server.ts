import type { Sharp } from "sharp";
import { notFound } from "../app-error.server.ts";
import { createId } from "../db/uuid.server.ts";
import type { Files } from "./files.server.ts";

/**
 * Pictures for some people only. They are stored apart from photos, which everybody who knows the URL can see, and
 * served by routes that check access.
 */
export type PrivateFolder = "proofs" | "attachments";

const widths = { small: 480, large: 1600 } as const;
export type PictureSize = keyof typeof widths;
const sizes = Object.keys(widths) as PictureSize[];

const keyOf = (folder: PrivateFolder, id: string, size: PictureSize) => `${folder}/${id}/${size}.webp`;

/** Both sizes of a picture (WebP), and the pixels of the large one. */
export interface PrivatePicture {
  small: Buffer;
  large: Buffer;
  width: number;
  height: number;
}

export async function encodePrivatePicture(picture: () => Sharp): Promise<PrivatePicture> {
  const encode = (size: PictureSize) =>
    picture()
      .resize({ width: widths[size], withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
  const small = await encode("small");
  const large = await encode("large");
  return { small: small.data, large: large.data, width: large.info.width, height: large.info.height };
}

/** Stores both sizes and returns their id. */
export async function addPrivatePicture(files: Files, folder: PrivateFolder, picture: PrivatePicture): Promise<string> {
  const id = createId();
  try {
    for (const size of sizes) await files.put(keyOf(folder, id, size), picture[size], "image/webp");
  } catch (error) {
    await files.remove(listPrivatePictureKeys(folder, id));
    throw error;
  }
  return id;
}

/** Returns a picture's keys in the file storage, the largest last. */
export function listPrivatePictureKeys(folder: PrivateFolder, id: string): string[] {
  return sizes.map((size) => keyOf(folder, id, size));
}

/** Returns a picture as an uncacheable response; 404 when there is none. The caller must check access. */
export async function sendPrivatePicture(
  files: Files,
  folder: PrivateFolder,
  id: string | null,
  size: PictureSize,
): Promise<Response> {
  return sendPrivateFile(files, id && keyOf(folder, id, size), { "content-type": "image/webp" });
}

/**
 * Returns a file that only some people may see as an uncacheable response, or the part of it that `range` asks for
 * (RFC 9110 §14), without which Safari plays no sound; 404 when there is none. The caller must check access.
 */
export async function sendPrivateFile(
  files: Files,
  key: string | null,
  headers: Record<string, string>,
  range: string | null = null,
): Promise<Response> {
  const bytes = key ? await files.find(key) : null;
  if (!bytes) throw notFound();
  const all = {
    ...headers,
    "cache-control": "private, no-store",
    // The browser's own page around a picture has styles.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  const start = Number(from ?? 0);
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, bytes.byteLength - 1);
  if (from === undefined) return new Response(new Uint8Array(bytes), { headers: all });
  const total = bytes.byteLength;
  if (start > end) return new Response(null, { status: 416, headers: { ...all, "content-range": `bytes */${total}` } });
  return new Response(new Uint8Array(bytes.subarray(start, end + 1)), {
    status: 206,
    headers: { ...all, "content-range": `bytes ${start}-${end}/${total}` },
  });
}
