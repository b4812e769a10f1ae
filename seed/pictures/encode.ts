import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { createRenditions, type Rendition } from "#app/platform/files/photos.server.ts";
import { animalPictures } from "./animal-pictures.ts";
import { drawings } from "./drawings.ts";
// Allows SVG again, which the module that reads uploads blocks.
import "#app/platform/files/drawn-picture.server.ts";

export interface DemoPhoto {
  name: string;
  /** A raster picture or SVG. */
  source: Uint8Array;
  /** Products' pictures have no ground, animals' fill their frame. */
  of: "product" | "animal";
}

/** Lists the demo data's pictures: of the store's products, of the pets, and of the reports' animals. */
export async function listDemoPhotos(root: string): Promise<DemoPhoto[]> {
  const products = Object.entries(drawings).map(([name, svg]) => ({
    name,
    source: Buffer.from(svg),
    of: "product" as const,
  }));
  const seen = Object.entries(animalPictures).map(([name, svg]) => ({
    name,
    source: Buffer.from(svg),
    of: "animal" as const,
  }));
  const pets = ["luna", "rocky"].map(async (name) => ({
    name,
    source: await readFile(path.join(root, "seed/photos", `${name}.webp`)),
    of: "animal" as const,
  }));
  return [...products, ...seen, ...(await Promise.all(pets))];
}

/** Encodes a picture like an upload of a product's picture or a photo. Those of products become 900 pixels wide. */
export async function encodeDemoPhoto({ source, of }: DemoPhoto): Promise<Rendition[]> {
  const isProduct = of === "product";
  const picture = isProduct ? await sharp(source).resize(900).png().toBuffer() : source;
  return createRenditions(() => sharp(picture), !isProduct);
}
