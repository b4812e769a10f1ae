import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { createRenditions, type Rendition } from "#app/platform/files/photos.server.ts";
import { drawings } from "./drawings.ts";
// Allows SVG again, which the module that reads uploads blocks.
import "#app/platform/files/drawn-picture.server.ts";

export interface DemoPhoto {
  name: string;
  /** The photograph, or the drawing as SVG. */
  source: Uint8Array;
  kind: "photograph" | "drawing";
}

/** Lists the demo data's photos: drawings for the store, photographs of the pets. */
export async function listDemoPhotos(root: string): Promise<DemoPhoto[]> {
  const drawn = Object.entries(drawings).map(([name, svg]) => ({
    name,
    source: Buffer.from(svg),
    kind: "drawing" as const,
  }));
  const photographs = ["luna", "rocky"].map(async (name) => ({
    name,
    source: await readFile(path.join(root, "seed/photos", `${name}.webp`)),
    kind: "photograph" as const,
  }));
  return [...drawn, ...(await Promise.all(photographs))];
}

/** Encodes a photo like an upload of a product's picture or a pet's photo. Drawings become 900 pixels wide. */
export async function encodeDemoPhoto({ source, kind }: DemoPhoto): Promise<Rendition[]> {
  const isDrawing = kind === "drawing";
  const picture = isDrawing ? await sharp(source).resize(900).png().toBuffer() : source;
  return createRenditions(() => sharp(picture), !isDrawing);
}
