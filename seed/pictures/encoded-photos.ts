import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Rendition } from "#app/platform/files/photos.server.ts";

/** Returns the folder of the encoded demo photos, each in a folder of its own. Written by `draw.ts`. */
export const encodedFolder = (root: string) => path.join(root, "seed/photos/encoded");

/** Reads the renditions of a demo photo, named like `640.webp`. */
export async function readRenditions(root: string, name: string): Promise<Rendition[]> {
  const folder = path.join(encodedFolder(root), name);
  const files = (await readdir(folder)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const { name: width, ext } = path.parse(file);
      return { width: Number(width), format: ext.slice(1), data: await readFile(path.join(folder, file)) } as Rendition;
    }),
  );
}

/** Returns the file with the fingerprint of each photo by name. */
export const fingerprintsFile = (root: string) => path.join(encodedFolder(root), "fingerprints.json");

/** Returns a hash of a photo and the renditions made of it. */
export function getFingerprint(source: Uint8Array, renditions: readonly Rendition[]): string {
  const hash = createHash("sha256").update(source);
  const sorted = renditions.map(({ width, format, data }) => ({ file: `${width}.${format}`, data }));
  for (const { file, data } of sorted.sort((one, other) => (one.file < other.file ? -1 : 1)))
    hash.update(file).update(data);
  return hash.digest("hex");
}
