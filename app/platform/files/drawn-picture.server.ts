import sharp from "sharp";
import { drawing } from "../work-queue.server.ts";
// Blocks every decoder first, whichever of the two files is loaded earlier.
import "./read-picture.server.ts";

// What is drawn here was written by us. Uploads never come so far: they are told by their first bytes.
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });

interface Layer {
  bytes: Uint8Array;
  left: number;
  width: number;
  height: number;
}

/** Our own SVG as a PNG, with a photo laid under it at the top where there is one. */
export function renderPicture(svg: string, photo: Layer | null): Promise<Buffer> {
  return drawing.take(() => draw(svg, photo));
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
