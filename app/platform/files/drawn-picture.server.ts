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

/** Renders our own SVG as a PNG of few colours or as a JPEG, over an optional photo at the top. */
export function renderPicture(svg: string, photo: Layer | null, format: "png" | "jpeg" = "png"): Promise<Buffer> {
  return renderQueue.run(() => draw(svg, photo, format));
}

async function draw(svg: string, photo: Layer | null, format: "png" | "jpeg"): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg));
  const encoded = () =>
    (format === "png" ? drawn.png({ compressionLevel: 9, palette: true }) : drawn.jpeg({ quality: 88 })).toBuffer();
  if (!photo) return encoded();
  const { bytes, left, width, height } = photo;
  const input = await sharp(bytes).resize({ width, height, fit: "cover" }).png().toBuffer();
  drawn.composite([{ input, left, top: 0 }]);
  return encoded();
}
