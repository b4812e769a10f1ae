import sharp from "sharp";
import { renderQueue } from "../work-queue.server.ts";
// Imported first, because it blocks all decoders.
import "./read-picture.server.ts";

// This module only decodes our own SVG; uploads are recognised by their first bytes.
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });

interface Layer {
  bytes: Uint8Array;
  left: number;
  width: number;
  height: number;
}

/** Renders our own SVG as a PNG, over an optional photo at the top. */
export function renderPicture(svg: string, photo: Layer | null): Promise<Buffer> {
  return renderQueue.run(() => draw(svg, photo));
}

async function draw(svg: string, photo: Layer | null): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg));
  if (!photo) return drawn.png({ compressionLevel: 9, palette: true }).toBuffer();
  const { bytes, left, width, height } = photo;
  const input = await sharp(bytes).resize({ width, height, fit: "cover" }).png().toBuffer();
  return drawn
    .composite([{ input, left, top: 0 }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
